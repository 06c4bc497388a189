package keepalivelab.backend;

import java.io.IOException;
import keepalivelab.backend.CloseKind.Closer;
import keepalivelab.backend.CloseKind.How;
import keepalivelab.backend.rule.CloseCause;
import keepalivelab.backend.rule.Effect;
import keepalivelab.backend.rule.Moment;
import keepalivelab.wire.Connection;
import keepalivelab.wire.Head;
import keepalivelab.wire.LoopTimer;
import keepalivelab.wire.MessageReader;

/**
 * The life line of one accepted connection. One request at a time: what a peer sends ahead waits until the answer before it
 * was given to the kernel, so that every trigger meets the state that its name says. Confined to the loop.
 *
 * <p>A method that evaluates rules may end the connection; whoever calls one looks at {@link #phase} afterwards. All that
 * changes the phase stands in this one file, so that the life line can be read from top to bottom.
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

    private final Server server;
    private final Ledger ledger;
    private final Connection wire;
    private final ConnectionAccount account;
    private final MessageReader reader = new MessageReader(MessageReader.Role.REQUEST, this);
    private final Request request = new Request();
    private final BytesAhead ahead = new BytesAhead();
    private final RuleTimers timers;
    private final LoopTimer thinkTimer = new LoopTimer() {
        @Override
        protected void fire(long dueNanos, long actualNanos) {
            answer();
        }
    };
    private Phase phase = Phase.IDLE;
    private int place;
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

    ServedConnection(Server server, Connection wire, int id, long acceptedAtNanos) {
        this.server = server;
        this.ledger = server.ledger();
        this.wire = wire;
        this.timers = new RuleTimers(server.loop);
        this.account = new ConnectionAccount(id, acceptedAtNanos);
        this.idleSinceNanos = acceptedAtNanos;
    }

    @Override
    public int connection() {
        return account.id();
    }

    @Override
    public int exchange() {
        return exchange;
    }

    long acceptedAtNanos() {
        return account.acceptedAtNanos();
    }

    long idleSinceNanos() {
        return idleSinceNanos;
    }

    void place(int newPlace) {
        place = newPlace;
    }

    /** L1. */
    void begin() {
        account.peerPort(wire.peerPort());
        evaluate(server.rules().accepted);
        if (phase == Phase.IDLE) {
            rulesChanged();
        }
    }

    /** Other rules are in force: timers follow at once, everything else at its next trigger. */
    void rulesChanged() {
        timers.follow(server.rules().timed, this, server.seed);
        if (phase == Phase.IDLE) {
            timers.idleBegins();
        }
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
            account.unread(length);
            account.unreadRequest();
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
        attempted = true;
        row = ledger.attempted(connection(), exchange, request, account.attempted(firstByteAtNanos, idleSinceNanos));
        surplus = Math.max(0, surplus - head.length());
        evaluate(server.rules().headRead);
        if (phase == Phase.READING && head.expectsContinue() && !request.steeredWrong) {
            AnswerWriter.goOn(wire);
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
        bodyLeft = server.writer.answer(wire, request, account.id(), exchange);
        if (bodyLeft > 0) {
            bodyLeft -= AnswerWriter.bodyPart(wire, bodyLeft);
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
        account.exchanged();
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
        timers.idleBegins();
        if (phase == Phase.IDLE && ahead.count() > 0) {
            takeUpAhead();
        }
        if (peerEnded && (phase == Phase.IDLE || phase == Phase.READING)) {
            closeInOrder(CloseCause.PEER, 0);
        }
    }

    private void keepAhead(byte[] bytes, int offset, int length) {
        ahead.keep(bytes, offset, length);
        if (ahead.tooMany() && !paused) {
            paused = true;
            wire.pauseReading();
        }
    }

    private void takeUpAhead() {
        readAtNanos = idleSinceNanos;
        // What is not worked off is kept again, further to the front of the same array.
        consume(ahead.bytes(), 0, ahead.take());
        if (paused && phase != Phase.GONE && !ahead.tooMany()) {
            paused = false;
            wire.resumeReading();
        }
    }

    @Override
    public void onEnd(Connection connection, long atNanos) {
        peerEnded = true;
        boolean answerIsDue = phase == Phase.EXECUTED || phase == Phase.ANSWERING;
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
        AnswerWriter.badRequest(wire);
        closeInOrder(CloseCause.MALFORMED, 0);
    }

    void stopIfIdle(IdleClose how) {
        if (phase == Phase.IDLE) {
            switch (how) {
                case FIN -> closeInOrder(CloseCause.STOP, 0);
                case RST -> reset(How.RST, CloseCause.STOP, 0);
                case END_OUTPUT -> halfClose(CloseCause.STOP, 0);
            }
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
        int inKernel = wire.unreadBytes();
        boolean dirty = inKernel > 0 && wire.pendingBytes() == 0;
        closing(dirty ? How.DIRTY : How.FIN, cause, dueNanos, inKernel);
        if (dirty) {
            wire.closeUnread();
        } else {
            wire.close();
        }
        gone();
    }

    private void closeUnread(CloseCause cause, long dueNanos) {
        int inKernel = wire.unreadBytes();
        if (inKernel == 0) {
            // Sent ahead and read together with the request before: the kernel would say FIN where it would have reset.
            reset(How.DIRTY, cause, dueNanos);
            return;
        }
        closing(How.DIRTY, cause, dueNanos, inKernel);
        wire.closeUnread();
        gone();
    }

    private void reset(How how, CloseCause cause, long dueNanos) {
        closing(how, cause, dueNanos, wire.unreadBytes());
        wire.reset();
        gone();
    }

    private void halfClose(CloseCause cause, long dueNanos) {
        closing(How.FIN, cause, dueNanos, 0);
        ahead.take();
        phase = Phase.HALF_CLOSED;
        wire.endOutput();
    }

    private void closing(How how, CloseCause cause, long dueNanos, int inKernel) {
        account.timerDue(dueNanos);
        int unread = inKernel + surplus + ahead.count();
        account.unread(unread);
        if (unread > 0 && phase != Phase.READING) {
            account.unreadRequest();
        }
        closedFirst(new CloseKind(Closer.BACKEND, how, cause), server.loop.nanos());
    }

    private void closedFirst(CloseKind kind, long atNanos) {
        if (account.closed(kind, atNanos)) {
            ledger.closed(kind);
        }
    }

    private void gone() {
        if (attempted) {
            boolean executed = phase == Phase.EXECUTED || phase == Phase.ANSWERING;
            if (executed) {
                account.broke();
            }
            ledger.abandoned(request, row, executed);
        }
        phase = Phase.GONE;
        server.loop.disarm(thinkTimer);
        timers.disarm();
        server.barrier.remove(this);
        server.remove(place);
        ledger.gone(record());
    }

    ConnectionRecord record() {
        return account.record();
    }
}
