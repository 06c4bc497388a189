package keepalivelab.load;

import java.util.Optional;
import java.util.SplittableRandom;
import keepalivelab.wire.LoopTimer;
import org.jspecify.annotations.Nullable;

/**
 * One client of a connection class in one round: gets its connection, waits for the others, sends one request after the
 * other, and closes. Confined to its loop's thread.
 */
final class ClassMember implements ClientConnection.Owner {
    /** With eight threads at random this fails once in 10^57. */
    private static final int MOST_TRIES = 1_000;

    private static final int NONE = -1;

    private enum Phase {
        /** Looks for a connection that the wanted thread serves. */
        PLACING,
        /** Has its connection, or will have it when it is needed. */
        READY,
        SENDING,
        OVER
    }

    /** Ends a pause. */
    private final class PauseEnd extends LoopTimer {
        @Override
        protected void fire(long dueNanos, long actualNanos) {
            send(actualNanos);
        }
    }

    private final ClassTraffic round;
    private final ClassShare share;
    private final int number;
    private final GapDraw pauses;
    private final PauseEnd pauseEnd = new PauseEnd();
    private final ConnectionMeter meter = new ConnectionMeter();
    private @Nullable ClientConnection connection;
    private Phase phase = Phase.READY;
    private int tries;
    private int placedOn = NONE;

    /**
     * @param number in its class, from 0
     */
    ClassMember(ClassTraffic round, ClassShare share, int number, SplittableRandom random) {
        this.round = round;
        this.share = share;
        this.number = number;
        this.pauses = new GapDraw(share.plan().pause(), random);
    }

    /** The thread that shall serve it; empty for any. */
    Optional<String> wanted() {
        int threads = share.plan().threads().size();
        return threads == 0
                ? Optional.empty()
                : Optional.of(share.plan().threads().get(number % threads));
    }

    /** Whether its first request is to be held until all are there. */
    boolean opensAhead() {
        return wanted().isEmpty() && share.plan().downstream() == LoadPlan.Downstream.KEEP;
    }

    /** Looks for a connection of the wanted thread; {@link ClassTraffic#placed} follows. */
    void place(long nowNanos) {
        phase = Phase.PLACING;
        int request = round.takeRequest();
        if (request == Session.NO_REQUEST) {
            return;
        }
        tries++;
        placedOn = NONE;
        dial().send(request, share.template(), nowNanos);
    }

    /** Opens its connection; {@link ClassTraffic#opened} follows. */
    void open(long nowNanos) {
        int request = share.take() ? round.takeRequest() : Session.NO_REQUEST;
        if (request == Session.NO_REQUEST) {
            round.opened();
        } else {
            dial().hold(request, share.template(), nowNanos);
        }
    }

    /** Begins to send. */
    void go(long nowNanos) {
        if (phase == Phase.OVER) {
            return;
        }
        phase = Phase.SENDING;
        ClientConnection current = connection;
        if (current != null && opensAhead()) {
            current.release();
        } else {
            send(nowNanos);
        }
    }

    /** The time is over: ends it, unless it waits for a response. */
    void timeOver() {
        if (phase == Phase.SENDING && pauseEnd.armed()) {
            round.worker().loop().disarm(pauseEnd);
            over();
        }
    }

    @Override
    public void answered(int thread, long serviceNanos) {
        if (phase == Phase.SENDING) {
            meter.record(thread, serviceNanos);
            share.record(thread, serviceNanos);
        } else {
            placedOn = thread;
        }
    }

    @Override
    public void settled() {
        round.opened();
    }

    @Override
    public void ended(ClientConnection same, long atNanos) {
        round.lastEnded(atNanos);
        if (phase == Phase.PLACING) {
            looked(same, atNanos);
        } else if (same.refused() || round.isTimeOver()) {
            // A server that refuses would be asked as fast as the loop turns.
            over();
        } else if (pauses.none()) {
            send(atNanos);
        } else {
            round.worker().loop().arm(pauseEnd, atNanos + pauses.nextNanos());
        }
    }

    private void looked(ClientConnection same, long atNanos) {
        boolean found = placedOn != NONE
                && wanted().equals(Optional.of(round.worker().recorder().threadName(placedOn)));
        if (found && same.usable()) {
            phase = Phase.READY;
            round.placed();
        } else if (same.refused() || tries == MOST_TRIES) {
            round.cannotPlace(this);
        } else {
            same.leave();
            place(atNanos);
        }
    }

    private void send(long nowNanos) {
        int request = !round.isTimeOver() && share.take() ? round.takeRequest() : Session.NO_REQUEST;
        if (request == Session.NO_REQUEST) {
            over();
            return;
        }
        ClientConnection current = connection;
        if (current == null || !current.usable()) {
            current = dial();
        }
        current.send(request, share.template(), nowNanos);
    }

    private ClientConnection dial() {
        ClientConnection dialled = share.plan().downstream() == LoadPlan.Downstream.KEEP
                ? ClientConnection.dial(round.worker(), this, share.template())
                : ClientConnection.dialSingle(round.worker(), this, share.template());
        connection = dialled;
        return dialled;
    }

    private void over() {
        if (phase == Phase.OVER) {
            return;
        }
        phase = Phase.OVER;
        if (connection != null) {
            connection.leave();
        }
        round.memberOver();
    }

    ClassRound.OfConnection result() {
        return meter.result(share.plan().name(), number + 1, round.worker().recorder());
    }

    /** For messages: {@code heavy 1, which worker-3 shall serve}. */
    @Override
    public String toString() {
        return share.plan().name() + " " + (number + 1) + ", which " + wanted().orElse("any thread") + " shall serve";
    }
}
