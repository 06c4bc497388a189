package keepalivelab.backend;

import java.io.IOException;
import java.util.Arrays;
import keepalivelab.backend.CloseKind.Closer;
import keepalivelab.backend.CloseKind.How;
import keepalivelab.backend.rule.CloseCause;
import keepalivelab.backend.rule.Effect;
import keepalivelab.backend.rule.Moment;
import keepalivelab.wire.Connection;
import keepalivelab.wire.Head;
import keepalivelab.wire.LoopTimer;
import keepalivelab.wire.MessageReader;
import org.jspecify.annotations.Nullable;

/**
 * The life line of one accepted connection. One request at a time: what a peer sends ahead waits until the answer before it
 * was given to the kernel, so that every trigger meets the state that its name says. Confined to the loop.
 *
 * <p>A method that evaluates rules may end the connection; whoever calls one looks at {@link #phase} afterwards.
 */
final class ServedConnection implements Connection.Handler, MessageReader.Sink, Moment {
    private enum Phase {
        /** No byte of a next request. */
        IDLE,
        /** A request is being read. */
        READING,
        /** Read whole; held, or in its think time. */
        EXECUTED,
        /** The response was put. */
        ANSWERING,
        /** Our FIN is out, the peer's is awaited. */
        HALF_CLOSED,
        GONE
    }

    private static final RuleTimer[] NO_TIMERS = {};
    /** A peer that sends more than this ahead is read no further until its turn comes. */
    private static final int MOST_BYTES_AHEAD = 256 * 1024;

    private final Server server;
    private final Ledger ledger;
    private final int id;
    private final long acceptedAtNanos;
    private final MessageReader reader = new MessageReader(MessageReader.Role.REQUEST, this);
    private final Request request = new Request();
    private final LoopTimer thinkTimer = new LoopTimer() {
        @Override
        protected void fire(long dueNanos, long actualNanos) {
            answer();
        }
    };
    private @Nullable Connection wire;
    private RuleTimer[] timers = NO_TIMERS;
    private Phase phase = Phase.IDLE;
    private int place;
    private int peerPort;
    private int exchange;
    private int row = Ledger.NO_ROW;
    private boolean firstByteEvaluated;
    private boolean attempted;
    private boolean complete;
    private boolean peerEnded;
    private boolean paused;
    private long readAtNanos;
    private long firstByteAtNanos;
    private long idleSinceNanos;
    private long bodyLeft;
    /** Bytes of the current read that are not worked off yet. */
    private int surplus;

    private byte[] ahead = new byte[0];
    private int aheadCount;

    private long exchanges;
    private long broken;
    private long attempts;
    private long unreadBytes;
    private long unreadRequests;
    private long gapCount;
    private long gapMin = Long.MAX_VALUE;
    private long gapMax;
    private long gapSum;
    private CloseKind closeKind = CloseKind.OPEN;
    private long closedAtNanos;
    private long timerDueNanos;

    ServedConnection(Server server, int id, long acceptedAtNanos) {
        this.server = server;
        this.ledger = server.ledger();
        this.id = id;
        this.acceptedAtNanos = acceptedAtNanos;
        this.idleSinceNanos = acceptedAtNanos;
    }

    @Override
    public int connection() {
        return id;
    }

    @Override
    public int exchange() {
        return exchange;
    }

    long acceptedAtNanos() {
        return acceptedAtNanos;
    }

    long idleSinceNanos() {
        return idleSinceNanos;
    }

    void place(int newPlace) {
        place = newPlace;
    }

    void begin(Connection connection, int newPlace) {
        wire = connection;
        place = newPlace;
        peerPort = connection.peerPort();
        server.add(this);
        evaluate(server.rules().accepted);
        if (phase == Phase.IDLE) {
            rulesChanged();
        }
    }

    /** Other rules are in force: timers follow at once, everything else at its next trigger. */
    void rulesChanged() {
        for (RuleTimer timer : timers) {
            server.loop.disarm(timer);
        }
        RuleSet.Armed[] timed = server.rules().timed;
        timers = timed.length == 0 ? NO_TIMERS : new RuleTimer[timed.length];
        for (int i = 0; i < timed.length; i++) {
            timers[i] = new RuleTimer(this, timed[i], server.seed);
        }
        armTimers();
    }

    @Override
    public boolean onReadable(Connection connection) {
        if (phase == Phase.IDLE && server.rules().firstByte.length > 0 && connection.unreadBytes() > 0) {
            firstByteEvaluated = true;
            evaluate(server.rules().firstByte);
            return phase == Phase.IDLE;
        }
        return true;
    }

    @Override
    public void onBytes(Connection connection, byte[] bytes, int offset, int length) {
        readAtNanos = connection.readAtNanos();
        if (phase == Phase.IDLE || phase == Phase.READING) {
            consume(bytes, offset, length);
        } else if (phase == Phase.HALF_CLOSED) {
            unreadBytes += length;
            unreadRequests = 1;
        } else if (phase != Phase.GONE) {
            keepAhead(bytes, offset, length);
        }
    }

    private void consume(byte[] bytes, int offset, int length) {
        int at = offset;
        int end = offset + length;
        while (at < end && (phase == Phase.IDLE || phase == Phase.READING)) {
            surplus = end - at;
            if (phase == Phase.IDLE && !firstByte()) {
                return;
            }
            at += reader.feed(bytes, at, end - at);
            surplus = end - at;
            afterFeed();
        }
        if (at < end && phase != Phase.GONE) {
            keepAhead(bytes, at, end - at);
        }
        surplus = 0;
    }

    private void afterFeed() {
        if (phase != Phase.READING) {
            return;
        }
        if (reader.malformed() != null || request.steeredWrong) {
            refuse();
        } else if (complete) {
            executed();
        } else if (reader.betweenMessages()) {
            // Only the empty lines that a request may begin with.
            phase = Phase.IDLE;
        }
    }

    /** Q1. Returns whether the connection lives on. */
    private boolean firstByte() {
        if (!firstByteEvaluated) {
            evaluate(server.rules().firstByte);
        }
        if (phase != Phase.IDLE) {
            return false;
        }
        firstByteEvaluated = false;
        firstByteAtNanos = readAtNanos;
        complete = false;
        phase = Phase.READING;
        return true;
    }

    /** Q2. */
    @Override
    public void onHead(Head head) {
        int connectionField = request.read(head, server.runToken, server.steeredTime);
        ledger.tallies.count(head, connectionField);
        long idle = exchanges == 0 ? 0 : Math.max(0, firstByteAtNanos - idleSinceNanos);
        if (exchanges > 0) {
            gap(idle);
        }
        attempts++;
        attempted = true;
        row = ledger.attempted(this, request, idle);
        surplus = Math.max(0, surplus - head.length());
        evaluate(server.rules().headRead);
        if (phase == Phase.READING && head.expectsContinue() && !request.steeredWrong) {
            AnswerWriter.goOn(wire());
        }
    }

    @Override
    public void onEnd() {
        complete = true;
    }

    /** Q4. */
    private void executed() {
        phase = Phase.EXECUTED;
        ledger.executed(request, row, readAtNanos);
        evaluate(server.rules().requestRead);
        if (phase != Phase.EXECUTED) {
            return;
        }
        if (request.own && server.barrier.holding()) {
            server.barrier.hold(this);
        } else {
            answerAfter(readAtNanos);
        }
    }

    /** The start barrier has opened. */
    void answerNow() {
        answerAfter(server.loop.nanos());
    }

    private void answerAfter(long fromNanos) {
        if (request.delayNanos > 0) {
            server.loop.arm(thinkTimer, fromNanos + request.delayNanos);
        } else {
            answer();
        }
    }

    private void answer() {
        phase = Phase.ANSWERING;
        bodyLeft = server.writer.answer(wire(), request, id, exchange);
        if (bodyLeft > 0) {
            bodyLeft -= AnswerWriter.bodyPart(wire(), bodyLeft);
        }
    }

    @Override
    public void onDrained(Connection connection) {
        if (phase != Phase.ANSWERING) {
            return;
        }
        if (bodyLeft > 0) {
            bodyLeft -= AnswerWriter.bodyPart(connection, bodyLeft);
        } else {
            answered();
        }
    }

    /** R4. */
    private void answered() {
        idleSinceNanos = server.loop.nanos();
        ledger.answered(request, row, exchange, idleSinceNanos);
        attempted = false;
        complete = false;
        exchanges++;
        evaluate(server.rules().answered);
        exchange++;
        if (phase != Phase.ANSWERING) {
            return;
        }
        if (request.last) {
            closeInOrder(CloseCause.PEER, 0);
            return;
        }
        phase = Phase.IDLE;
        armTimers();
        if (phase == Phase.IDLE && aheadCount > 0) {
            takeUpAhead();
        }
        if (peerEnded && (phase == Phase.IDLE || phase == Phase.READING)) {
            closeInOrder(CloseCause.PEER, 0);
        }
    }

    private void keepAhead(byte[] bytes, int offset, int length) {
        if (aheadCount + length > ahead.length) {
            ahead = Arrays.copyOf(ahead, Math.max(aheadCount + length, ahead.length * 2));
        }
        System.arraycopy(bytes, offset, ahead, aheadCount, length);
        aheadCount += length;
        if (aheadCount > MOST_BYTES_AHEAD && !paused) {
            paused = true;
            wire().pauseReading();
        }
    }

    private void takeUpAhead() {
        int count = aheadCount;
        aheadCount = 0;
        readAtNanos = idleSinceNanos;
        consume(ahead, 0, count);
        if (paused && phase != Phase.GONE && aheadCount <= MOST_BYTES_AHEAD) {
            paused = false;
            wire().resumeReading();
        }
    }

    @Override
    public void onEnd(Connection connection, long atNanos) {
        peerEnded = true;
        boolean answerIsDue = (phase == Phase.EXECUTED || phase == Phase.ANSWERING) && !connection.outputFailed();
        if (phase == Phase.GONE) {
            return;
        }
        closedFirst(new CloseKind(Closer.PEER, How.FIN, CloseCause.PEER), atNanos);
        if (!answerIsDue) {
            connection.close();
            gone();
        }
    }

    @Override
    public void onFailure(Connection connection, IOException why, long atNanos) {
        if (phase != Phase.GONE) {
            closedFirst(new CloseKind(Closer.PEER, How.RST, CloseCause.PEER), atNanos);
            gone();
        }
    }

    private void refuse() {
        ledger.malformed();
        AnswerWriter.badRequest(wire());
        closeInOrder(CloseCause.MALFORMED, 0);
    }

    void stopIfIdle() {
        if (phase == Phase.IDLE) {
            closeInOrder(CloseCause.STOP, 0);
        }
    }

    void stop() {
        if (phase != Phase.GONE) {
            closeInOrder(CloseCause.STOP, 0);
        }
    }

    /** A timer's instant has come; whether its rule's has, is seen here. */
    void timerFired(RuleTimer timer, long actualNanos) {
        if (phase != Phase.IDLE) {
            // R4 looks at it again.
            return;
        }
        long due = timer.ruleDueNanos();
        if (due - actualNanos > 0) {
            server.loop.arm(timer, due);
            return;
        }
        timer.spend();
        if (timer.armed.fires(this)) {
            apply(timer.armed.effect(), due);
        }
    }

    private void armTimers() {
        for (RuleTimer timer : timers) {
            timer.idleBegins();
            if (!timer.armed() && !timer.spent()) {
                server.loop.arm(timer, timer.ruleDueNanos());
            }
        }
    }

    private void evaluate(RuleSet.Armed[] rules) {
        Phase before = phase;
        for (RuleSet.Armed armed : rules) {
            if (phase == before && armed.fires(this)) {
                apply(armed.effect(), 0);
            }
        }
    }

    private void apply(Effect effect, long dueNanos) {
        if (effect instanceof Effect.Fin fin) {
            closeInOrder(fin.cause(), dueNanos);
        } else if (effect instanceof Effect.Rst rst) {
            reset(How.RST, rst.cause(), dueNanos);
        } else if (effect instanceof Effect.CloseUnread unread) {
            closeUnread(unread.cause(), dueNanos);
        } else if (effect instanceof Effect.HalfClose half) {
            halfClose(half.cause(), dueNanos);
        } else if (effect instanceof Effect.Delay delay) {
            request.delayNanos += delay.time().toNanos();
        } else if (effect instanceof Effect.Announce) {
            request.announce = true;
        } else if (effect instanceof Effect.Http10 http10) {
            request.answer10 = true;
            request.token = http10.token();
        }
    }

    private void closeInOrder(CloseCause cause, long dueNanos) {
        Connection connection = wire();
        int inKernel = connection.unreadBytes();
        boolean dirty = inKernel > 0 && connection.pendingBytes() == 0;
        closing(dirty ? How.DIRTY : How.FIN, cause, dueNanos, inKernel);
        if (dirty) {
            connection.closeUnread();
        } else {
            connection.close();
        }
        gone();
    }

    private void closeUnread(CloseCause cause, long dueNanos) {
        Connection connection = wire();
        int inKernel = connection.unreadBytes();
        if (inKernel == 0) {
            // Sent ahead and read together with the request before: the kernel would say FIN where it would have reset.
            reset(How.DIRTY, cause, dueNanos);
            return;
        }
        closing(How.DIRTY, cause, dueNanos, inKernel);
        connection.closeUnread();
        gone();
    }

    private void reset(How how, CloseCause cause, long dueNanos) {
        closing(how, cause, dueNanos, wire().unreadBytes());
        wire().reset();
        gone();
    }

    private void halfClose(CloseCause cause, long dueNanos) {
        closing(How.FIN, cause, dueNanos, 0);
        aheadCount = 0;
        phase = Phase.HALF_CLOSED;
        wire().endOutput();
    }

    private void closing(How how, CloseCause cause, long dueNanos, int inKernel) {
        timerDueNanos = dueNanos;
        int unread = inKernel + surplus + aheadCount;
        unreadBytes += unread;
        if (unread > 0 && phase != Phase.READING) {
            unreadRequests = 1;
        }
        closedFirst(new CloseKind(Closer.BACKEND, how, cause), server.loop.nanos());
    }

    private void closedFirst(CloseKind kind, long atNanos) {
        if (closeKind.closer() == Closer.OPEN) {
            closeKind = kind;
            closedAtNanos = atNanos;
            ledger.closed(kind);
        }
    }

    private void gone() {
        if (attempted) {
            boolean executed = phase == Phase.EXECUTED || phase == Phase.ANSWERING;
            broken += executed ? 1 : 0;
            ledger.abandoned(request, row, executed);
        }
        phase = Phase.GONE;
        server.loop.disarm(thinkTimer);
        for (RuleTimer timer : timers) {
            server.loop.disarm(timer);
        }
        server.barrier.remove(this);
        server.remove(place);
        ledger.gone(record());
    }

    private void gap(long nanos) {
        gapCount++;
        gapMin = Math.min(gapMin, nanos);
        gapMax = Math.max(gapMax, nanos);
        gapSum += nanos;
    }

    ConnectionRecord record() {
        ConnectionRecord.IdleGaps gaps = gapCount == 0
                ? ConnectionRecord.IdleGaps.NONE
                : new ConnectionRecord.IdleGaps(gapCount, gapMin, gapMax, gapSum);
        return new ConnectionRecord(
                id,
                peerPort,
                acceptedAtNanos,
                exchanges,
                broken,
                attempts,
                unreadRequests,
                gaps,
                closeKind,
                closedAtNanos,
                unreadBytes,
                timerDueNanos);
    }

    private Connection wire() {
        if (wire == null) {
            throw new IllegalStateException("connection " + id + " has not begun");
        }
        return wire;
    }
}
