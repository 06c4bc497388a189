package keepalivelab.load;

import java.util.ArrayDeque;
import keepalivelab.load.LoadPlan.OpenLoop;
import keepalivelab.wire.LoopTimer;
import org.jspecify.annotations.Nullable;

/**
 * One loop's share of an open loop: sends each request at its planned instant, or as soon after it as a connection is free.
 * Requests go out in planned order, so what waits need not be stored: it is the schedule itself.
 */
final class OpenLoopTraffic implements Traffic {
    /** One connection that may be in use. */
    private final class Slot implements ClientConnection.Owner {
        private @Nullable ClientConnection connection;

        @Override
        public void ended(ClientConnection same, long atNanos) {
            if (free.isEmpty()) {
                freeSinceNanos = atNanos;
            }
            free.addLast(this);
            pump(atNanos);
            worker.session().ended();
        }

        void send(int request, long plannedNanos, long nowNanos) {
            ClientConnection current = connection;
            if (current == null || !current.usable()) {
                current = plan.downstream() == LoadPlan.Downstream.KEEP
                        ? ClientConnection.dial(worker, this, template)
                        : ClientConnection.dialSingle(worker, this, template);
                connection = current;
            }
            current.planned(plannedNanos).send(request, template, nowNanos);
        }
    }

    /** Fires when the next request is due. */
    private final class Due extends LoopTimer {
        @Override
        protected void fire(long dueNanos, long actualNanos) {
            pump(actualNanos);
        }
    }

    private final Worker worker;
    private final OpenLoop plan;
    private final RequestTemplate template;
    private final Schedule schedule;
    private final LoopShare share;
    private final long startNanos;
    private final ArrayDeque<Slot> free = new ArrayDeque<>();
    private final Due due = new Due();
    private int nextRequest = Session.NO_REQUEST;
    private long nextNanos;
    private long freeSinceNanos;

    OpenLoopTraffic(Worker worker, OpenLoop plan, LoopShare share, long startNanos) {
        this.worker = worker;
        this.plan = plan;
        this.share = share;
        this.startNanos = startNanos;
        this.freeSinceNanos = startNanos;
        this.template = new RequestTemplate(plan.request(), worker.session().job());
        this.schedule = Schedule.of(plan, worker.session().job().seed());
        int slots = share.of(plan.connections());
        for (int i = 0; i < slots; i++) {
            free.add(new Slot());
        }
    }

    @Override
    public void start() {
        advance();
        pump(worker.loop().nanos());
    }

    /** Sends what is due, on the connections that were free for longest, and arms the timer for the next one. */
    private void pump(long nowNanos) {
        while (nextRequest != Session.NO_REQUEST
                && !free.isEmpty()
                && !worker.session().stopped()) {
            if (nextNanos - nowNanos > 0) {
                worker.loop().arm(due, nextNanos);
                return;
            }
            // What waited for a connection was late by the server's doing, and only since then by the loop's own.
            long possibleNanos = Math.max(0, freeSinceNanos - nextNanos) + nextNanos;
            worker.recorder().late(nextNanos, nowNanos - possibleNanos);
            free.removeFirst().send(nextRequest, nextNanos, nowNanos);
            advance();
        }
    }

    private void advance() {
        while (schedule.hasNext()) {
            int request = schedule.nextRequest();
            long offset = schedule.nextNanos();
            if (share.has(request)) {
                nextRequest = request;
                nextNanos = startNanos + offset;
                return;
            }
        }
        nextRequest = Session.NO_REQUEST;
    }
}
