package keepalivelab.load;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import keepalivelab.load.LoadPlan.ClosedLoop;
import keepalivelab.wire.LoopTimer;
import org.jspecify.annotations.Nullable;

/** The clients of a closed loop that live on one loop: each sends its next request after its last response. */
final class ClosedLoopTraffic implements Traffic {
    /** One client with a connection of its own. */
    private final class Client implements ClientConnection.Owner {
        /** Ends a gap. */
        private final class GapEnd extends LoopTimer {
            @Override
            protected void fire(long dueNanos, long actualNanos) {
                send(actualNanos);
            }
        }

        private final int number;
        private final GapDraw gaps;
        private final GapEnd gapEnd = new GapEnd();
        private @Nullable ClientConnection connection;
        private long dueGapNanos = -1;
        private long lastEndNanos;

        Client(int number, SplittableRandom random) {
            this.number = number;
            this.gaps = new GapDraw(plan.gap(), random);
        }

        void start(long nowNanos) {
            int request = worker.session().firstRequest(number);
            if (request == Session.NO_REQUEST) {
                return;
            }
            if (plan.start() == LoadPlan.Start.BARRIER) {
                connection().hold(request, template, nowNanos);
            } else {
                connection().send(request, template, nowNanos);
            }
        }

        void release() {
            if (connection != null) {
                connection.release();
            }
        }

        @Override
        public void ended(ClientConnection same, long atNanos) {
            if (gaps.none()) {
                send(atNanos);
            } else if (worker.session().hasRequests()) {
                lastEndNanos = atNanos;
                awaitGap(atNanos);
            }
            worker.session().ended();
        }

        /** Where a sweep has no gap left, the requests that are left belong to other clients. */
        private void awaitGap(long atNanos) {
            dueGapNanos = worker.session().sweep().map(SweepGaps::take).orElseGet(gaps::nextNanos);
            if (dueGapNanos != SweepGaps.NONE_LEFT) {
                worker.loop().arm(gapEnd, atNanos + dueGapNanos);
            }
        }

        @Override
        public void settled() {
            gate.settled();
        }

        void send(long nowNanos) {
            int request = worker.session().takeRequest();
            if (request == Session.NO_REQUEST) {
                return;
            }
            ClientConnection current = connection();
            if (dueGapNanos >= 0) {
                current.afterGap(dueGapNanos, lastEndNanos);
            }
            current.send(request, template, nowNanos);
        }

        private ClientConnection connection() {
            ClientConnection current = connection;
            if (current == null || !current.usable()) {
                current = plan.downstream() == LoadPlan.Downstream.KEEP
                        ? ClientConnection.dial(worker, this, template)
                        : ClientConnection.dialSingle(worker, this, template);
                connection = current;
            }
            return current;
        }
    }

    private final Worker worker;
    private final ClosedLoop plan;
    private final RequestTemplate template;
    private final StartGate gate;
    private final List<Client> clients = new ArrayList<>();

    /** The clients {@code first}, {@code first + step}, ... of the plan. */
    ClosedLoopTraffic(Worker worker, ClosedLoop plan, StartGate gate, LoopShare share) {
        this.worker = worker;
        this.plan = plan;
        this.gate = gate;
        this.template = new RequestTemplate(plan.request(), worker.session().job());
        SplittableRandom seeds = new SplittableRandom(worker.session().job().seed());
        for (int client = 0; client < plan.clients(); client++) {
            SplittableRandom random = seeds.split();
            if (share.has(client)) {
                clients.add(new Client(client, random));
            }
        }
    }

    @Override
    public void start() {
        long now = worker.loop().nanos();
        clients.forEach(client -> client.start(now));
    }

    /** Sends what the start barrier held back. */
    void release() {
        clients.forEach(Client::release);
    }
}
