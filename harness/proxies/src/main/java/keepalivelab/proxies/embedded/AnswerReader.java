package keepalivelab.proxies.embedded;

import java.util.function.Supplier;
import keepalivelab.api.Ticker;
import keepalivelab.wire.Ascii;
import keepalivelab.wire.Head;
import keepalivelab.wire.MessageReader;

/**
 * Reads the requests of one client and writes the answers of a server without an upstream: {@code /} at once,
 * {@code /tid} with the name of the thread, {@code /spin?us=n} after n µs of work, and the routes of readiness, warm-up and counts.
 * Used by one thread at a time.
 */
final class AnswerReader implements MessageReader.Sink {
    /** Longest work that is done on request, in µs. */
    static final long MAX_SPIN_MICROS = 1_000_000;

    private static final String SPIN = "/spin?us=";
    private static final byte[] OK = Bytes.ascii("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n");
    private static final byte[] NO_CONTENT = Bytes.ascii("HTTP/1.1 204 No Content\r\n");
    private static final byte[] NOT_FOUND = Bytes.ascii("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n");
    private static final byte[] CLOSE = Bytes.ascii("Connection: close\r\n");
    private static final byte[] KEEP_ALIVE = Bytes.ascii("Connection: keep-alive\r\n");
    private static final byte[] READY = Bytes.ascii("ok\n");
    private static final byte[] PROCESS =
            Bytes.ascii(EmbeddedLog.processLine(ProcessHandle.current().pid()) + "\r\n");

    private final MessageReader reader = new MessageReader(MessageReader.Role.REQUEST, this);
    private final Supplier<String> counts;
    private final Bytes out = new Bytes();
    private AnswerServer server = AnswerServer.NOBODY;
    private byte[] status = OK;
    private byte[] body = READY;
    private long spinMicros;
    private boolean headOnly;
    private boolean speaks11;
    private boolean persists = true;

    AnswerReader(Supplier<String> counts) {
        this.counts = counts;
    }

    /** Answers all requests in these bytes on behalf of the calling thread; what to send is then in {@link #out}. */
    void feed(byte[] bytes, int length, AnswerServer by) {
        server = by;
        int at = 0;
        while (at < length && persists) {
            at += reader.feed(bytes, at, length - at);
            if (reader.malformed() != null) {
                out.add(Bytes.ascii("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"));
                persists = false;
            }
        }
    }

    /** The answers so far; the caller sends and clears them. */
    Bytes out() {
        return out;
    }

    /** Whether the connection lives on after what is in {@link #out}. */
    boolean persists() {
        return persists;
    }

    @Override
    public void onHead(Head head) {
        headOnly = head.method().equals("HEAD");
        speaks11 = head.minorVersion() == 1;
        persists = head.persistent();
        spinMicros = 0;
        status = OK;
        if (head.targetIs("/")) {
            body = READY;
        } else if (head.targetIs("/tid")) {
            body = server.name();
        } else if (head.targetStartsWith(SPIN)) {
            spin(head);
        } else {
            ownRoute(head);
        }
    }

    private void spin(Head head) {
        body = READY;
        spinMicros = Ascii.decimal(head.bytes(), head.targetStart() + SPIN.length(), head.targetEnd());
        if (spinMicros < 0 || spinMicros > MAX_SPIN_MICROS) {
            spinMicros = 0;
            status = NOT_FOUND;
        }
    }

    private void ownRoute(Head head) {
        if (head.targetIs(Routes.READY)) {
            status = NO_CONTENT;
        } else if (head.targetStartsWith(Routes.WARM)) {
            body = READY;
        } else if (head.targetIs(Routes.COUNTERS)) {
            body = Bytes.ascii(counts.get());
        } else {
            status = NOT_FOUND;
        }
    }

    @Override
    public void onEnd() {
        server.counters().add(Counter.REQUESTS);
        if (spinMicros > 0) {
            work(spinMicros * 1000);
        }
        out.add(status);
        out.add(server.threadLine());
        if (status == NO_CONTENT) {
            out.add(PROCESS);
        }
        if (!persists) {
            out.add(CLOSE);
        } else if (!speaks11) {
            out.add(KEEP_ALIVE);
        }
        if (status == OK) {
            out.addLength(body.length);
        }
        out.add(Bytes.CRLF);
        if (status == OK && !headOnly) {
            out.add(body);
        }
    }

    /** Keeps the thread busy, as a request with real work would. */
    private static void work(long nanos) {
        long end = Ticker.SYSTEM.nanos() + nanos;
        while (end - Ticker.SYSTEM.nanos() > 0) {
            Thread.onSpinWait();
        }
    }
}
