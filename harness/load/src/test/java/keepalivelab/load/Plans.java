package keepalivelab.load;

import java.net.InetSocketAddress;
import java.time.Duration;
import keepalivelab.load.LoadPlan.ClosedLoop;
import keepalivelab.load.LoadPlan.Downstream;
import keepalivelab.load.LoadPlan.Gap;
import keepalivelab.load.LoadPlan.RequestShape;
import keepalivelab.load.LoadPlan.Start;

/** Plans as the tests need them. */
final class Plans {
    static final Duration PATIENT = Duration.ofSeconds(30);

    private Plans() {}

    static ClosedLoop keep(int requests, int clients) {
        return closed(requests, clients, Downstream.KEEP, RequestShape.GET);
    }

    static ClosedLoop closed(int requests, int clients, Downstream downstream, RequestShape shape) {
        return new ClosedLoop(requests, clients, downstream, Gap.NONE, shape, Start.AT_ONCE, PATIENT);
    }

    static ClosedLoop withGap(int requests, int clients, Gap gap) {
        return new ClosedLoop(requests, clients, Downstream.KEEP, gap, RequestShape.GET, Start.AT_ONCE, PATIENT);
    }

    static ClosedLoop withTimeout(int requests, int clients, Duration timeout) {
        return new ClosedLoop(requests, clients, Downstream.KEEP, Gap.NONE, RequestShape.GET, Start.AT_ONCE, timeout);
    }

    static ClosedLoop barrier(int requests, int clients) {
        return new ClosedLoop(requests, clients, Downstream.KEEP, Gap.NONE, RequestShape.GET, Start.BARRIER, PATIENT);
    }

    static LoadJob job(LoadPlan plan, InetSocketAddress address) {
        return new LoadJob(plan, address, "lab.test", "t0", 42);
    }

    static LoadResult run(LoadPlan plan, TinyServer server) {
        return new LoadGenerator(job(plan, server.address())).run();
    }
}
