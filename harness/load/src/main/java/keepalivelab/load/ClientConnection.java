package keepalivelab.load;

import java.io.IOException;
import java.net.BindException;
import keepalivelab.api.EnvironmentException;
import keepalivelab.api.Outcome;
import keepalivelab.wire.Connection;
import keepalivelab.wire.Head;
import keepalivelab.wire.LoopTimer;
import keepalivelab.wire.MessageReader;

/**
 * One downstream connection, from its dialling to its close, with at most one request on it at a time. It gives every
 * request its one outcome and records it. Confined to its loop's thread.
 */
final class ClientConnection implements Connection.Handler, MessageReader.Sink {
    /** Whoever sends on the connection. */
    interface Owner {
        /** The request has its outcome; {@link ClientConnection#usable} tells whether another may follow. */
        void ended(ClientConnection connection, long atNanos);

        /**
         * A complete response is there; {@link #ended} follows.
         *
         * @param thread index of the serving thread's name in the {@link Recorder}; -1 if the response names none
         */
        default void answered(int thread, long serviceNanos) {}

        /** The connection that was dialled for a request {@linkplain #hold held back} is there, or never will be. */
        default void settled() {}
    }

    /** When a request is due. */
    private static final long NOT_PLANNED = Long.MIN_VALUE;

    private static final long NO_GAP = -1;
    private static final int SWITCHING_PROTOCOLS = 101;

    /** Armed once, and moved only when it fires: a request that ends in time costs no work on the heap. */
    private final class Limit extends LoopTimer {
        @Override
        protected void fire(long dueNanos, long actualNanos) {
            if (!busy) {
                return;
            }
            if (deadlineNanos - actualNanos > 0) {
                worker.loop().arm(this, deadlineNanos);
                return;
            }
            closed = true;
            connection.reset();
            if (ordinal == 0) {
                settle();
            }
            finish(Outcome.TIMEOUT, actualNanos);
        }
    }

    private final Worker worker;
    private final Owner owner;
    private final Connection connection;
    private final MessageReader reader = new MessageReader(MessageReader.Role.RESPONSE, this);
    private final LabAnswer answer;
    private final Limit limit = new Limit();
    private RequestTemplate template;
    private int ordinal;
    private boolean closed;
    private boolean single;
    private boolean held;

    private boolean busy;
    private int number;
    private int bodyPut;
    private boolean stamped;
    private boolean anyByte;
    private boolean complete;
    private long plannedNanos = NOT_PLANNED;
    private long sentNanos;
    private long deadlineNanos;
    private long gapSinceNanos;
    private long dueGapNanos = NO_GAP;

    private ClientConnection(Worker worker, Owner owner, RequestTemplate template) {
        this.worker = worker;
        this.owner = owner;
        this.template = template;
        this.answer = new LabAnswer(worker.token());
        try {
            this.connection = Connection.dial(worker.loop(), worker.address(), this);
        } catch (IOException e) {
            throw new EnvironmentException("cannot open a connection to " + worker.address() + ": " + e.getMessage()
                    + "; raise the limit of open files (ulimit -n)");
        }
    }

    /** Dials. The first request may be sent at once; it is written when the connection is there. */
    static ClientConnection dial(Worker worker, Owner owner, RequestTemplate template) {
        return new ClientConnection(worker, owner, template);
    }

    /** Dials for one request only: closed after its response. */
    static ClientConnection dialSingle(Worker worker, Owner owner, RequestTemplate template) {
        ClientConnection single = new ClientConnection(worker, owner, template);
        single.single = true;
        return single;
    }

    /** Whether a request may be sent on it, as far as this side knows. */
    boolean usable() {
        return !closed && !busy;
    }

    /** Whether it was never there. */
    boolean refused() {
        return closed && ordinal == 0;
    }

    /** Closes it, as far as it is open; no request may be on it. */
    void leave() {
        if (!closed) {
            closeIdle();
        }
    }

    /** What the next request has been planned for; for schedules. */
    ClientConnection planned(long atNanos) {
        plannedNanos = atNanos;
        return this;
    }

    /** The gap before the next request, and since when it is measured. */
    ClientConnection afterGap(long dueNanos, long sinceNanos) {
        dueGapNanos = dueNanos;
        gapSinceNanos = sinceNanos;
        return this;
    }

    /** Takes up a request and sends it. */
    void send(int request, RequestTemplate shape, long nowNanos) {
        takeUp(request, shape, nowNanos);
        write();
    }

    /** Takes up a request and keeps it back until {@link #release}. */
    void hold(int request, RequestTemplate shape, long nowNanos) {
        takeUp(request, shape, nowNanos);
        held = true;
    }

    /** Sends the request that was held back, unless it has ended meanwhile. */
    void release() {
        if (held && busy) {
            held = false;
            write();
        }
    }

    @Override
    public void onConnected(Connection same, long atNanos) {
        ordinal = worker.session().nextConnection();
        worker.recorder().opened();
        settle();
    }

    @Override
    public void onFlush(Connection same) {
        if (stamped || !busy) {
            return;
        }
        stamped = true;
        sentNanos = worker.loop().nanos();
        if (dueGapNanos != NO_GAP) {
            worker.recorder().gap(dueGapNanos, sentNanos - gapSinceNanos);
            worker.log().gap(number, dueGapNanos, sentNanos - gapSinceNanos);
        }
    }

    @Override
    public void onDrained(Connection same) {
        if (busy && bodyPut < template.bodyBytes()) {
            bodyPut = template.putBody(connection, bodyPut);
        }
    }

    @Override
    public void onBytes(Connection same, byte[] bytes, int offset, int length) {
        if (!busy || held) {
            // Nothing was asked: whatever it is, it would be taken for the response to the next request.
            worker.recorder().surplus(length);
            closeIdle();
            return;
        }
        anyByte = true;
        int taken = reader.feed(bytes, offset, length);
        if (reader.malformed() != null || answer.status() == SWITCHING_PROTOCOLS) {
            // Nobody asked for another protocol, and in HTTP this message would have no end.
            fail(Outcome.MALFORMED, connection.readAtNanos());
        } else if (complete) {
            worker.recorder().surplus(length - taken);
            completed(taken == length, connection.readAtNanos());
        }
    }

    @Override
    public void onEnd(Connection same, long atNanos) {
        if (!busy) {
            worker.recorder().idleCloseSeen();
            closeIdle();
            return;
        }
        reader.end();
        if (complete) {
            completed(false, atNanos);
        } else {
            fail(anyByte ? Outcome.TRUNCATED : Outcome.CLOSED_WITHOUT_BYTE, atNanos);
        }
    }

    @Override
    public void onFailure(Connection same, IOException why, long atNanos) {
        if (why instanceof BindException) {
            throw new EnvironmentException("no local port is left for a connection to " + worker.address() + ": "
                    + why.getMessage() + "; use fewer new connections, or widen net.ipv4.ip_local_port_range");
        }
        closed = true;
        worker.loop().disarm(limit);
        if (ordinal == 0) {
            settle();
        }
        if (busy) {
            finish(ordinal == 0 ? Outcome.REFUSED : Outcome.RESET, atNanos);
        } else {
            worker.recorder().idleCloseSeen();
        }
    }

    @Override
    public void onHead(Head head) {
        answer.read(head, number, worker.recorder());
    }

    @Override
    public void onInterim(Head head) {
        worker.recorder().interim();
    }

    @Override
    public void onEnd() {
        complete = true;
    }

    private void takeUp(int request, RequestTemplate shape, long nowNanos) {
        if (!usable()) {
            throw new IllegalStateException("request " + request + " on a connection that is closed or busy");
        }
        worker.log().takenUp(request);
        worker.recorder().takenUp(nowNanos);
        worker.session().takenUp();
        template = shape;
        number = request;
        busy = true;
        stamped = false;
        anyByte = false;
        complete = false;
        answer.clear();
        reader.nextAnswersHead(shape.answeredByHead());
        deadlineNanos = nowNanos + worker.timeoutNanos();
        if (!limit.armed()) {
            worker.loop().arm(limit, deadlineNanos);
        }
    }

    private void write() {
        template.putHead(connection, number);
        bodyPut = template.bodyBytes() == 0 ? 0 : template.putBody(connection, 0);
    }

    private void settle() {
        if (held) {
            owner.settled();
        }
    }

    private void completed(boolean nothingFollows, long atNanos) {
        Outcome outcome = Outcome.ofStatus(answer.status());
        if (outcome == Outcome.MALFORMED) {
            fail(outcome, atNanos);
            return;
        }
        boolean allWritten = bodyPut == template.bodyBytes() && connection.pendingBytes() == 0;
        if (!allWritten || !nothingFollows || !answer.persistent() || single || template.announcesClose()) {
            close();
        }
        worker.recorder().answered(answer);
        times(atNanos);
        finish(outcome, atNanos);
    }

    private void times(long atNanos) {
        Series.Upstream upstream = Series.Upstream.ofExchange(answer.exchange());
        worker.recorder().serviceTime(upstream, atNanos - sentNanos);
        owner.answered(answer.thread(), atNanos - sentNanos);
        if (plannedNanos != NOT_PLANNED) {
            worker.recorder().responseTime(upstream, plannedNanos, atNanos);
        }
    }

    private void fail(Outcome outcome, long atNanos) {
        close();
        finish(outcome, atNanos);
    }

    private void finish(Outcome outcome, long atNanos) {
        busy = false;
        RequestLog log = worker.log();
        log.ended(number, outcome);
        log.answered(number, answer.status(), answer.connection(), answer.exchange());
        log.carriedBy(number, ordinal);
        worker.recorder().ended(outcome, atNanos);
        if (plannedNanos != NOT_PLANNED) {
            planEnded(outcome);
        }
        plannedNanos = NOT_PLANNED;
        dueGapNanos = NO_GAP;
        owner.ended(this, atNanos);
    }

    private void planEnded(Outcome outcome) {
        worker.recorder().plannedEnded(plannedNanos, outcome);
        if (stamped) {
            worker.recorder().lag(Series.Upstream.ofExchange(answer.exchange()), sentNanos - plannedNanos);
        }
    }

    private void closeIdle() {
        if (busy) {
            // Held back at the start barrier: the request was never written, and the connection is of no use to it.
            fail(Outcome.MALFORMED, connection.readAtNanos());
        } else {
            close();
        }
    }

    private void close() {
        closed = true;
        worker.loop().disarm(limit);
        if (connection.pendingBytes() > 0) {
            // An orderly close would first wait for the peer to take the rest of a request that has already ended.
            connection.reset();
        } else {
            connection.close();
        }
    }
}
