package keepalivelab.proxies.embedded;

import keepalivelab.wire.Framing;
import keepalivelab.wire.Head;
import org.jspecify.annotations.Nullable;

/**
 * One request and its response on their way through a connection of our pool, streamed in both directions. Used again for
 * each request, so that forwarding allocates nothing.
 *
 * <p>Expect: 100-continue is forwarded, and so is the upstream's interim answer. An upstream of HTTP/1.0 cannot give one;
 * then the proxy says 100 itself.
 */
final class Exchange implements Passage<UpstreamGroup> {
    /** Bytes waiting for a slow side above which the fast side is no longer read. */
    static final int HIGH_WATER_BYTES = 64 * 1024;

    private static final byte[] LAST_CHUNK = Bytes.ascii("0\r\n");
    private static final byte[] CONTINUE = Bytes.ascii("HTTP/1.1 100 Continue\r\n\r\n");

    private final DownstreamLink<UpstreamGroup> downstream;
    private final Worker worker;
    private final Routes<UpstreamGroup> routes;
    /** What was sent upstream of this request, for a retry, or shall be once there is a connection. */
    private final Bytes sent = new Bytes();

    private UpstreamGroup group;
    private @Nullable UpstreamLink upstream;
    private long ticket;
    private String method = "";
    private boolean clientSpeaks11;
    private boolean clientPersists;
    private boolean requestChunked;
    private boolean requestTrailer;
    private boolean requestEnded;
    private long bodyBytes;
    /** What the head announces; 0 for a body that ends by itself. */
    private long announcedBodyBytes;

    private boolean retried;
    private boolean answered;
    private boolean answerTrailer;
    private Heads.Delivery delivery = Heads.Delivery.SIZED;

    Exchange(DownstreamLink<UpstreamGroup> downstream, Worker worker, Routes<UpstreamGroup> routes) {
        this.downstream = downstream;
        this.worker = worker;
        this.routes = routes;
        this.group = routes.measured();
    }

    Worker worker() {
        return worker;
    }

    @Override
    public void begin(Head head, UpstreamGroup target) {
        group = target;
        method = head.method();
        clientSpeaks11 = head.minorVersion() == 1;
        clientPersists = head.persistent();
        requestChunked = head.framing() == Framing.CHUNKED;
        requestTrailer = false;
        requestEnded = false;
        bodyBytes = 0;
        announcedBodyBytes = head.framing() == Framing.LENGTH ? head.contentLength() : 0;
        retried = false;
        answered = false;
        answerTrailer = false;
        sent.clear();
        Heads.request(head, group.dialect(), sent);
        group.count(worker, Counter.REQUESTS);
        if (head.expectsContinue() && clientSpeaks11 && group.dialect().minorVersion() == 0) {
            downstream.connection().put(CONTINUE);
        }
        group.acquire(this, ++ticket);
        if (upstream == null) {
            downstream.throttle();
        }
    }

    @Override
    public boolean answered() {
        return answered;
    }

    @Override
    public Heads.Delivery delivery() {
        return delivery;
    }

    /** Whether the whole request was forwarded and its response is due. */
    boolean awaitsAnswer() {
        return requestEnded && downstream.connection().pendingBytes() == 0;
    }

    @Override
    public void requestBody(byte[] bytes, int offset, int length) {
        UpstreamLink link = upstream;
        bodyBytes += length;
        if (link == null || repeatable()) {
            record(bytes, offset, length);
        }
        if (link != null) {
            if (requestChunked) {
                link.connection().putChunk(bytes, offset, length);
            } else {
                link.connection().put(bytes, offset, length);
            }
            if (link.connection().pendingBytes() > HIGH_WATER_BYTES) {
                downstream.throttle();
            }
        }
    }

    private void record(byte[] bytes, int offset, int length) {
        if (requestChunked) {
            sent.addChunk(bytes, offset, length);
        } else {
            sent.add(bytes, offset, length);
        }
    }

    @Override
    public void requestTrailer(byte[] bytes, int offset, int length) {
        if (!requestTrailer) {
            requestTrailer = true;
            send(LAST_CHUNK, 0, LAST_CHUNK.length);
        }
        send(bytes, offset, length);
        send(Bytes.CRLF, 0, Bytes.CRLF.length);
    }

    @Override
    public void requestEnd() {
        if (requestChunked) {
            if (!requestTrailer) {
                send(LAST_CHUNK, 0, LAST_CHUNK.length);
            }
            send(Bytes.CRLF, 0, Bytes.CRLF.length);
        }
        requestEnded = true;
        if (upstream != null) {
            upstream.progress();
        }
    }

    private void send(byte[] bytes, int offset, int length) {
        sent.add(bytes, offset, length);
        if (upstream != null) {
            upstream.connection().put(bytes, offset, length);
        }
    }

    /** A body that is announced as too large is too large from its first byte on, however little of it has come yet. */
    private boolean repeatable() {
        return Math.max(bodyBytes, announcedBodyBytes) <= RetryRule.MAX_BODY_BYTES;
    }

    /** A connection is there: what has come of the request goes out on it. */
    void attach(UpstreamLink link) {
        upstream = link;
        link.begin(this, method.equals("HEAD"));
        sent.putTo(link.connection());
        if (link.connection().pendingBytes() <= HIGH_WATER_BYTES) {
            downstream.unthrottle();
        }
    }

    /** A leased connection has come from another loop; perhaps too late, then it goes back. */
    void arrived(UpstreamLink link, long forTicket) {
        if (forTicket == ticket) {
            group.arrived(this, link);
        } else if (link.quiet()) {
            link.giveBack();
        } else {
            link.discard(Counter.BAD_LEASES);
        }
    }

    void upstreamDrained() {
        downstream.unthrottle();
    }

    @Override
    public void downstreamDrained() {
        if (upstream != null) {
            upstream.connection().resumeReading();
        }
    }

    void interim(Head head) {
        if (clientSpeaks11) {
            Bytes out = worker.scratch();
            Heads.interim(head, out);
            out.putTo(downstream.connection());
        }
    }

    void answerHead(Head head) {
        answered = true;
        boolean unsized = head.framing() == Framing.CHUNKED || head.framing() == Framing.UNTIL_CLOSE;
        if (!unsized) {
            delivery = Heads.Delivery.SIZED;
        } else {
            delivery = clientSpeaks11 ? Heads.Delivery.CHUNKED : Heads.Delivery.UNTIL_CLOSE;
        }
        // A client that is still sending when it gets its answer is let go after it: its body goes nowhere.
        clientPersists &= requestEnded && delivery != Heads.Delivery.UNTIL_CLOSE;
        Bytes out = worker.scratch();
        Heads.response(head, delivery, persistence(), worker.threadLine(), out);
        out.putTo(downstream.connection());
    }

    private Heads.Persistence persistence() {
        if (!clientPersists) {
            return Heads.Persistence.CLOSE;
        }
        return clientSpeaks11 ? Heads.Persistence.SILENT : Heads.Persistence.KEEP_ALIVE;
    }

    void answerBody(byte[] bytes, int offset, int length) {
        if (delivery == Heads.Delivery.CHUNKED) {
            downstream.connection().putChunk(bytes, offset, length);
        } else {
            downstream.connection().put(bytes, offset, length);
        }
        if (upstream != null && downstream.connection().pendingBytes() > HIGH_WATER_BYTES) {
            upstream.connection().pauseReading();
        }
    }

    void answerTrailer(byte[] bytes, int offset, int length) {
        if (delivery == Heads.Delivery.CHUNKED) {
            if (!answerTrailer) {
                answerTrailer = true;
                downstream.connection().put(LAST_CHUNK);
            }
            downstream.connection().put(bytes, offset, length);
            downstream.connection().put(Bytes.CRLF);
        }
    }

    void answerBodyEnded() {
        if (delivery == Heads.Delivery.CHUNKED) {
            if (!answerTrailer) {
                downstream.connection().put(LAST_CHUNK);
            }
            downstream.connection().put(Bytes.CRLF);
        }
    }

    /**
     * The response is complete.
     *
     * @param why what is counted if the connection cannot be used again
     */
    void answerComplete(UpstreamLink link, boolean reusable, Counter why) {
        upstream = null;
        link.detach();
        // An answer that came before the request was written whole leaves the connection in the middle of something.
        boolean requestWritten = requestEnded && link.connection().pendingBytes() == 0;
        if (reusable && requestWritten && group.dialect().allowsReuse()) {
            link.connection().resumeReading();
            group.release(link);
        } else {
            link.discard(why);
        }
        downstream.exchangeEnded(clientPersists);
    }

    /** The upstream connection is gone, and closed already. */
    void upstreamFailed(UpstreamLink.Failure failure, boolean reused, boolean begun) {
        upstream = null;
        note(failure);
        if (answered) {
            group.count(worker, Counter.TRUNCATIONS);
            downstream.truncate(delivery);
        } else if (failure.closed() && reused && !begun && mayRepeat()) {
            retried = true;
            group.count(worker, Counter.RETRIES);
            log(failure, reused, "sent again");
            group.dial(this);
        } else {
            log(failure, reused, "answered " + failure.status());
            downstream.answer(failure.status(), clientPersists && requestEnded);
        }
    }

    private boolean mayRepeat() {
        return !retried && repeatable() && group.retryRule().allows(method);
    }

    private void note(UpstreamLink.Failure failure) {
        switch (failure) {
            case DIAL, DIAL_TIMEOUT -> group.count(worker, Counter.DIAL_FAILURES);
            case RESPONSE_TIMEOUT -> group.count(worker, Counter.RESPONSE_TIMEOUTS);
            case FIN, RESET -> {
                if (!answered) {
                    group.count(worker, Counter.EARLY_CLOSES);
                }
            }
            case MALFORMED -> {}
        }
    }

    private void log(UpstreamLink.Failure failure, boolean reused, String then) {
        String what = failure.closed()
                ? EmbeddedLog.EARLY_CLOSE
                : failure.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
        routes.log()
                .accept(what + " (" + failure + "): " + method + " on a " + (reused ? "reused" : "new")
                        + " connection, " + then);
    }

    /** The client is gone: its upstream connection is in an unknown state and goes too. */
    @Override
    public void abort() {
        ticket++;
        group.count(worker, Counter.CLIENT_ABORTS);
        UpstreamLink link = upstream;
        upstream = null;
        if (link != null) {
            link.detach();
            link.discard(Counter.CLOSED_NOT_REUSABLE);
        }
    }
}
