package keepalivelab.backend;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import keepalivelab.wire.EventLoop;
import keepalivelab.wire.LoopTimer;

/** Holds answers until enough requests wait for one at once. Confined to the loop. */
final class StartBarrier {
    private final EventLoop loop;
    private final List<ServedConnection> held = new ArrayList<>();
    private final LoopTimer limit = new LoopTimer() {
        @Override
        protected void fire(long dueNanos, long actualNanos) {
            release(BarrierState.Phase.GAVE_UP);
        }
    };
    private int wanted;
    private int reached;
    private BarrierState.Phase phase = BarrierState.Phase.NONE;

    StartBarrier(EventLoop loop) {
        this.loop = loop;
    }

    void set(int count, Duration time) {
        // An earlier barrier that still holds is given up, so that no answer is kept for good.
        if (phase == BarrierState.Phase.HOLDING) {
            release(BarrierState.Phase.GAVE_UP);
        }
        wanted = count;
        reached = 0;
        phase = BarrierState.Phase.HOLDING;
        loop.arm(limit, loop.nanos() + time.toNanos());
    }

    boolean holding() {
        return phase == BarrierState.Phase.HOLDING;
    }

    /** Takes a connection whose request was read whole; it is told to answer when the barrier opens, perhaps in this call. */
    void hold(ServedConnection connection) {
        held.add(connection);
        reached = Math.max(reached, held.size());
        if (held.size() >= wanted) {
            release(BarrierState.Phase.MET);
        }
    }

    void remove(ServedConnection connection) {
        if (!held.isEmpty()) {
            held.remove(connection);
        }
    }

    BarrierState state() {
        return new BarrierState(wanted, reached, phase);
    }

    private void release(BarrierState.Phase outcome) {
        phase = outcome;
        loop.disarm(limit);
        List<ServedConnection> free = List.copyOf(held);
        held.clear();
        free.forEach(ServedConnection::answerNow);
    }
}
