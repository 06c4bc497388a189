package keepalivelab.proxies.embedded;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What listens and serves: one threading model in one role. Thread-safe. */
interface Front extends AutoCloseable {
    /** Gauge: idle connections to the measured upstream. */
    String UPSTREAM_IDLE = "upstream_idle";
    /** Gauge: connections to the measured upstream, idle or not. */
    String UPSTREAM_OPEN = "upstream_open";

    /** Where it listens. */
    InetSocketAddress address();

    /** One for each thread that handles requests. */
    List<Counters> counters();

    /** The counts that mean something here. */
    default Set<Counter> counted() {
        return Counter.OF_POOLS;
    }

    /** Figures beside the counters, by name. */
    Map<String, Long> gauges();

    /** The defect that ended a thread; null while all are healthy. */
    @Nullable
    Throwable failure();

    @Override
    void close();
}
