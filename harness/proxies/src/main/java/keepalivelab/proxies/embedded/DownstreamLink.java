package keepalivelab.proxies.embedded;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import keepalivelab.wire.Connection;
import keepalivelab.wire.Framing;
import keepalivelab.wire.Head;
import keepalivelab.wire.LoopTimer;
import keepalivelab.wire.MessageReader;
import org.jspecify.annotations.Nullable;

/**
 * One client's connection. Requests are taken one at a time: bytes of the next one are held back, and the socket is not
 * read, until the response of the current one has been put. Confined to its worker's thread.
 *
 * <p>A FIN within an exchange counts as the client having gone, as in nginx: from here a half-close looks the same.
 *
 * @param <U> the kind of upstream that its requests go to
 */
final class DownstreamLink<U extends Upstream> implements Connection.Handler, MessageReader.Sink {
    /** Limits on what is read and thrown away so that a client still gets the answer it was sent early. */
    static final int LINGER_BYTES = 1024 * 1024;

    static final long LINGER_NANOS = 1_000_000_000;

    /** So that whoever waits for this process to be ready does not take another one's answer for it. */
    private static final byte[] PROCESS_LINE =
            Bytes.ascii(EmbeddedLog.processLine(ProcessHandle.current().pid()) + "\r\n");

    private enum State {
        /** Between requests, or within one that is being forwarded. */
        OPEN,
        /** Within a request that the proxy answers itself. */
        OWN_ANSWER,
        /** Answered for good; the rest of the request is read and thrown away. */
        LINGERING,
        CLOSED
    }

    private final Worker worker;
    private final Routes<U> routes;
    private final Connection connection;
    private final MessageReader reader = new MessageReader(MessageReader.Role.REQUEST, this);
    private final Passage<U> passage;
    private final Bytes held = new Bytes();
    private int heldFrom;
    private State state = State.OPEN;
    private boolean busy;
    private boolean requestEnded;
    private boolean feeding;
    private boolean throttled;
    private boolean paused;
    private boolean persists;
    private boolean answersHead;
    private String ownRoute = "";
    private long lingered;

    private final LoopTimer lingerTimer = new LoopTimer() {
        @Override
        protected void fire(long dueNanos, long actualNanos) {
            close();
        }
    };

    private DownstreamLink(Worker worker, Routes<U> routes, Passage.Maker<U> passages, Connection connection) {
        this.worker = worker;
        this.routes = routes;
        this.connection = connection;
        this.passage = passages.make(this, worker, routes);
    }

    /** Takes over an accepted channel. */
    static <U extends Upstream> void adopt(
            Worker worker, Routes<U> routes, Passage.Maker<U> passages, SocketChannel channel) throws IOException {
        Connection connection = Connection.adopt(worker.loop(), channel, NOBODY);
        connection.handler(new DownstreamLink<>(worker, routes, passages, connection));
    }

    Connection connection() {
        return connection;
    }

    /** Stops reading the client until {@link #unthrottle}. */
    void throttle() {
        throttled = true;
        updateReading();
    }

    void unthrottle() {
        if (throttled) {
            throttled = false;
            updateReading();
        }
    }

    private void updateReading() {
        boolean pause = throttled || heldCount() > 0;
        if (pause == paused || state == State.CLOSED) {
            return;
        }
        paused = pause;
        if (pause) {
            connection.pauseReading();
        } else {
            connection.resumeReading();
        }
    }

    private int heldCount() {
        return held.count() - heldFrom;
    }

    @Override
    public void onBytes(Connection c, byte[] bytes, int offset, int length) {
        if (state == State.LINGERING) {
            discard(bytes, offset, length);
        } else if (state != State.CLOSED) {
            int taken = heldCount() > 0 ? 0 : feed(bytes, offset, length);
            if (taken < length && state != State.CLOSED) {
                held.add(bytes, offset + taken, length - taken);
                updateReading();
            }
        }
    }

    /** Reads requests as long as there is none whose answer must come first. Returns how many bytes it took. */
    private int feed(byte[] bytes, int offset, int length) {
        int at = offset;
        int end = offset + length;
        feeding = true;
        while (at < end && takesRequests()) {
            at += reader.feed(bytes, at, end - at);
            if (reader.malformed() != null && state != State.CLOSED) {
                malformed();
                at = end;
            }
        }
        feeding = false;
        return state == State.LINGERING ? length : at - offset;
    }

    private boolean takesRequests() {
        return state == State.OWN_ANSWER || (state == State.OPEN && !(busy && requestEnded));
    }

    private void malformed() {
        if (!busy) {
            answer(400, false);
            return;
        }
        busy = false;
        passage.abort();
        if (passage.answered()) {
            truncate(passage.delivery());
        } else {
            answer(400, false);
        }
    }

    /** Goes on with what was held back. */
    private void feedHeld() {
        while (heldCount() > 0 && takesRequests()) {
            heldFrom += feed(held.array(), heldFrom, heldCount());
        }
        if (heldCount() <= 0) {
            held.clear();
            heldFrom = 0;
        }
        updateReading();
    }

    @Override
    public void onHead(Head head) {
        requestEnded = false;
        persists = head.persistent();
        answersHead = head.method().equals("HEAD");
        U target = target(head);
        if (target == null) {
            return;
        }
        if (head.framing() == Framing.CHUNKED && target.dialect().minorVersion() == 0) {
            // The length is not known and HTTP/1.0 has no chunks.
            answer(411, false);
        } else if (head.method().equals("CONNECT")) {
            answer(501, false);
        } else {
            busy = true;
            passage.begin(head, target);
        }
    }

    /** Where it goes; null where it is ours to answer. */
    private @Nullable U target(Head head) {
        if (!Routes.own(head)) {
            return routes.measured();
        }
        if (head.targetStartsWith(Routes.WARM) && routes.warm() != null) {
            return routes.warm();
        }
        if (!head.targetIs(Routes.READY) && !head.targetIs(Routes.COUNTERS)) {
            return routes.measured();
        }
        state = State.OWN_ANSWER;
        ownRoute = head.targetIs(Routes.READY) ? Routes.READY : Routes.COUNTERS;
        return null;
    }

    @Override
    public void onBody(byte[] bytes, int offset, int length) {
        if (state == State.OPEN && busy) {
            passage.requestBody(bytes, offset, length);
        }
    }

    @Override
    public void onTrailer(byte[] bytes, int offset, int length) {
        if (state == State.OPEN && busy) {
            passage.requestTrailer(bytes, offset, length);
        }
    }

    @Override
    public void onEnd() {
        requestEnded = true;
        if (state == State.OWN_ANSWER) {
            state = State.OPEN;
            answerOwnRoute();
        } else if (state == State.OPEN && busy) {
            passage.requestEnd();
        } else if (state == State.LINGERING) {
            close();
        }
    }

    private void answerOwnRoute() {
        if (ownRoute.equals(Routes.READY)) {
            answer(204, persists);
        } else {
            putAnswer(200, routes.counts().get(), persists);
            exchangeEnded(persists);
        }
    }

    /** Answers by itself, if nothing of an answer was put yet. */
    void answer(int status, boolean persistent) {
        putAnswer(status, status == 204 ? "" : status + " " + OwnAnswers.reason(status) + "\n", persistent);
        exchangeEnded(persistent);
    }

    private void putAnswer(int status, String body, boolean persistent) {
        connection.putAscii("HTTP/1.1 " + status + " " + OwnAnswers.reason(status) + "\r\n");
        connection.put(worker.threadLine());
        connection.put(PROCESS_LINE);
        if (status != 204) {
            connection.putAscii("Content-Type: text/plain\r\nContent-Length: " + body.length() + "\r\n");
        }
        connection.putAscii(persistent ? "Connection: keep-alive\r\n\r\n" : "Connection: close\r\n\r\n");
        if (!answersHead) {
            connection.putAscii(body);
        }
    }

    /** The response is complete as far as the client is concerned. */
    void exchangeEnded(boolean persistent) {
        busy = false;
        throttled = false;
        if (!requestEnded || reader.malformed() != null) {
            linger();
        } else if (!persistent) {
            close();
        } else if (!feeding) {
            feedHeld();
        }
    }

    /** Cuts a response short in a way that no client can take for its end. */
    void truncate(Heads.Delivery delivery) {
        if (delivery == Heads.Delivery.UNTIL_CLOSE) {
            // Here a FIN would be the end.
            closeBy(connection::reset);
        } else {
            close();
        }
    }

    private void linger() {
        state = State.LINGERING;
        lingered = 0;
        worker.loop().arm(lingerTimer, worker.loop().nanos() + LINGER_NANOS);
        updateReading();
    }

    private void discard(byte[] bytes, int offset, int length) {
        lingered += length;
        if (reader.malformed() == null) {
            reader.feed(bytes, offset, length);
        }
        if (lingered > LINGER_BYTES) {
            close();
        }
    }

    private void close() {
        closeBy(connection::close);
    }

    private void closeBy(Runnable way) {
        state = State.CLOSED;
        worker.loop().disarm(lingerTimer);
        way.run();
    }

    @Override
    public void onEnd(Connection c, long atNanos) {
        gone();
    }

    @Override
    public void onFailure(Connection c, IOException why, long atNanos) {
        gone();
    }

    private void gone() {
        if (state == State.CLOSED) {
            return;
        }
        if (busy) {
            busy = false;
            passage.abort();
        }
        close();
    }

    @Override
    public void onDrained(Connection c) {
        if (busy) {
            passage.downstreamDrained();
        }
    }

    private static final Connection.Handler NOBODY = new Connection.Handler() {
        @Override
        public void onBytes(Connection connection, byte[] bytes, int offset, int length) {}

        @Override
        public void onEnd(Connection connection, long atNanos) {}

        @Override
        public void onFailure(Connection connection, IOException why, long atNanos) {}
    };
}
