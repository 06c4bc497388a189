package keepalivelab.proxies.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import keepalivelab.wire.Connection;
import keepalivelab.wire.Head;
import keepalivelab.wire.LoopTimer;
import keepalivelab.wire.MessageReader;
import org.jspecify.annotations.Nullable;

/**
 * One connection to an upstream: being dialled, carrying an exchange, or idle. Confined to the thread of the loop it lives
 * on, which changes only while it is leased ({@link #moveTo}). Between a lease by another worker and the move its old loop
 * still gets its events; what they mean then is only noted.
 */
final class UpstreamLink implements Connection.Handler, MessageReader.Sink {
    /** How an exchange's upstream failed. */
    enum Failure {
        DIAL(502),
        DIAL_TIMEOUT(504),
        FIN(502),
        RESET(502),
        RESPONSE_TIMEOUT(504),
        MALFORMED(502);

        private final int status;

        Failure(int status) {
            this.status = status;
        }

        /** What the client is told if nothing was told yet. */
        int status() {
            return status;
        }

        /** Whether the upstream itself ended an established connection. */
        boolean closed() {
            return this == FIN || this == RESET;
        }
    }

    private enum State {
        DIALLING,
        BUSY,
        IDLE,
        CLOSED
    }

    private final UpstreamGroup group;
    private final Connection connection;
    private final MessageReader reader = new MessageReader(MessageReader.Role.RESPONSE, this);
    private final ByteBuffer oneByte = ByteBuffer.allocateDirect(1);
    private final int id;
    private final long bornAtNanos;
    private volatile Worker worker;
    private State state = State.DIALLING;
    private @Nullable Exchange exchange;
    private long requests;
    private boolean answerBegun;
    private boolean answerEnded;
    private boolean answerAllowsReuse;
    private boolean spoiled;
    private boolean switched;
    private long deadlineNanos;

    /** One timer for all limits; it moves forward only when it fires, so that a request costs no work on the heap. */
    private final LoopTimer timer = new LoopTimer() {
        @Override
        protected void fire(long dueNanos, long actualNanos) {
            timerFired(actualNanos);
        }
    };

    /** Dials on the worker's loop. */
    UpstreamLink(UpstreamGroup group, Worker worker, int id) {
        this.group = group;
        this.worker = worker;
        this.id = id;
        this.bornAtNanos = worker.loop().nanos();
        this.connection = dial(worker, group);
        setDeadline(bornAtNanos + group.limits().connectNanos());
    }

    private Connection dial(Worker dialler, UpstreamGroup upstream) {
        try {
            return Connection.dial(dialler.loop(), upstream.address(), this);
        } catch (IOException e) {
            // No descriptor is left. The counts of this run would be wrong from here on, so the worker fails.
            throw new java.io.UncheckedIOException("cannot open a socket to " + upstream.address(), e);
        }
    }

    Worker worker() {
        return worker;
    }

    int id() {
        return id;
    }

    Connection connection() {
        return connection;
    }

    /** Requests that were sent on it, the current one included. */
    long requests() {
        return requests;
    }

    /** Whether a byte of the current response has come. */
    boolean answerBegun() {
        return answerBegun;
    }

    boolean agedOut() {
        return agedOut(worker.loop().batchStartNanos());
    }

    private boolean agedOut(long nowNanos) {
        return nowNanos - bornAtNanos >= group.limits().lifetimeNanos();
    }

    /** Begins an exchange; its bytes may be put at once, also while dialling. */
    void begin(Exchange next, boolean answersHead) {
        exchange = next;
        requests++;
        answerBegun = false;
        answerEnded = false;
        reader.nextAnswersHead(answersHead);
        if (state != State.DIALLING) {
            state = State.BUSY;
            progress();
        }
    }

    /** The exchange got on: the response's limit counts from here. */
    void progress() {
        if (state == State.BUSY) {
            // When the batch began is exact enough for a limit, and saves a look at the clock at every step.
            setDeadline(worker.loop().batchStartNanos() + group.limits().responseNanos());
        }
    }

    /** Ends the exchange; the caller releases or discards the connection next. */
    void detach() {
        exchange = null;
    }

    /** The pool gets it next; from then on it may be leased by another worker at any time. */
    void becomeIdle() {
        state = State.IDLE;
        Limits limits = group.limits();
        long now = connection.readAtNanos();
        setDeadline(Math.min(now + limits.idleNanos(), bornAtNanos + limits.lifetimeNanos()));
    }

    /**
     * Whether a leased connection is still open and silent. A read that finds nothing is the only test that also sees what
     * came since the last look at the selector.
     */
    boolean quiet() {
        if (spoiled || connection.isClosed() || connection.inputEnded() || agedOut()) {
            return false;
        }
        oneByte.clear();
        try {
            return connection.channel().read(oneByte) == 0;
        } catch (IOException reset) {
            return false;
        }
    }

    /** Takes a leased connection from this loop to the exchange's. */
    void moveTo(Exchange next, long ticket) {
        Worker to = next.worker();
        worker.loop().disarm(timer);
        if (connection.isClosed()) {
            worker = to;
            to.loop().execute(() -> next.arrived(this, ticket));
            return;
        }
        connection.moveTo(to.loop(), () -> {
            worker = to;
            next.arrived(this, ticket);
        });
    }

    /** Goes back to the pool without having carried anything. */
    void giveBack() {
        group.release(this);
    }

    /** Closes it for a reason that is counted; nothing happens if it is closed already. */
    void discard(Counter why) {
        if (state != State.CLOSED) {
            group.count(worker, why);
            close();
        }
    }

    private void close() {
        boolean clean = state == State.IDLE || answerEnded;
        state = State.CLOSED;
        exchange = null;
        worker.loop().disarm(timer);
        if (clean && connection.pendingBytes() == 0) {
            connection.close();
        } else {
            // In the middle of something: what is unwritten is dropped, what is unread makes it a reset.
            connection.closeUnread();
        }
        group.forget(id);
    }

    @Override
    public void onConnected(Connection c, long atNanos) {
        if (state == State.DIALLING) {
            state = State.BUSY;
            progress();
        }
    }

    @Override
    public void onBytes(Connection c, byte[] bytes, int offset, int length) {
        if (state == State.IDLE) {
            endIdle(Counter.CLOSED_SURPLUS);
            return;
        }
        Exchange current = exchange;
        if (state != State.BUSY || current == null) {
            return;
        }
        answerBegun = true;
        setDeadline(connection.readAtNanos() + group.limits().responseNanos());
        int taken = reader.feed(bytes, offset, length);
        if (reader.malformed() != null || switched) {
            fail(Failure.MALFORMED);
        } else if (answerEnded) {
            boolean reusable = answerAllowsReuse && taken == length;
            current.answerComplete(
                    this, reusable, taken < length ? Counter.CLOSED_SURPLUS : Counter.CLOSED_NOT_REUSABLE);
        }
    }

    @Override
    public void onEnd(Connection c, long atNanos) {
        if (state == State.IDLE) {
            endIdle(Counter.CLOSED_BY_PEER);
            return;
        }
        Exchange current = exchange;
        if (state != State.BUSY || current == null) {
            return;
        }
        reader.end();
        if (answerEnded) {
            current.answerComplete(this, false, Counter.CLOSED_NOT_REUSABLE);
        } else {
            fail(Failure.FIN);
        }
    }

    @Override
    public void onFailure(Connection c, IOException why, long atNanos) {
        if (state == State.IDLE) {
            endIdle(Counter.CLOSED_BY_PEER);
        } else if (state != State.CLOSED) {
            fail(state == State.DIALLING ? Failure.DIAL : Failure.RESET);
        }
    }

    @Override
    public void onDrained(Connection c) {
        progress();
        if (exchange != null) {
            exchange.upstreamDrained();
        }
    }

    @Override
    public void onHead(Head head) {
        answerAllowsReuse = head.persistent();
        // Nobody asked to switch protocols: Upgrade fields are not forwarded.
        switched = head.status() == 101;
        if (exchange != null && !switched) {
            exchange.answerHead(head);
        }
    }

    @Override
    public void onInterim(Head head) {
        if (exchange != null) {
            exchange.interim(head);
        }
    }

    @Override
    public void onBody(byte[] bytes, int offset, int length) {
        if (exchange != null && !switched) {
            exchange.answerBody(bytes, offset, length);
        }
    }

    @Override
    public void onTrailer(byte[] bytes, int offset, int length) {
        if (exchange != null) {
            exchange.answerTrailer(bytes, offset, length);
        }
    }

    @Override
    public void onEnd() {
        answerEnded = true;
        if (exchange != null) {
            exchange.answerBodyEnded();
        }
    }

    /** Something ended it while idle. If a lease was faster, whoever leased it finds it {@link #quiet not quiet}. */
    private void endIdle(Counter why) {
        if (group.remove(this)) {
            discard(why);
        } else {
            spoiled = true;
            connection.pauseReading();
        }
    }

    private void fail(Failure failure) {
        Exchange current = exchange;
        long sent = requests;
        boolean begun = answerBegun;
        close();
        if (current != null) {
            current.upstreamFailed(failure, sent > 1, begun);
        }
    }

    private void setDeadline(long nanos) {
        deadlineNanos = nanos;
        if (!timer.armed() || timer.dueNanos() - nanos > 0) {
            worker.loop().arm(timer, nanos);
        }
    }

    private void timerFired(long nowNanos) {
        if (deadlineNanos - nowNanos > 0) {
            worker.loop().arm(timer, deadlineNanos);
            return;
        }
        switch (state) {
            case IDLE -> endIdle(agedOut(nowNanos) ? Counter.CLOSED_MAX_LIFETIME : Counter.CLOSED_IDLE_TIMEOUT);
            case DIALLING -> fail(Failure.DIAL_TIMEOUT);
            case BUSY -> responseOverdue(nowNanos);
            case CLOSED -> {}
        }
    }

    private void responseOverdue(long nowNanos) {
        if (exchange != null && exchange.awaitsAnswer()) {
            fail(Failure.RESPONSE_TIMEOUT);
        } else {
            // The client is still sending, or not reading: its turn, not the upstream's.
            setDeadline(nowNanos + group.limits().responseNanos());
        }
    }
}
