package keepalivelab.bench.pools;

import java.util.concurrent.TimeUnit;
import keepalivelab.api.UpstreamPool;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * A full pool and one more connection: every call is a release that makes another connection leave. Each iteration
 * begins with a fresh, full pool, because what {@code sharded-lru} loses sight of is never evicted and would pile up.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class PoolCapPressure {
    private static final int MAX_IDLE = 128;

    /** The pool that all threads of a trial share. */
    @State(Scope.Benchmark)
    public static class Shared {
        /** Pool id. */
        @Param({"none", "lifo", "fifo", "per-worker", "thread-lru", "sharded-lru", "capped"})
        public String pool = "";

        private UpstreamPool<Connection> upstreams = Connection.emptyPool("none", 0);

        /** Made anew for each iteration. */
        @Setup(Level.Iteration)
        public void fill() {
            upstreams = Connection.emptyPool(pool, MAX_IDLE);
            for (int id = 1; id <= MAX_IDLE; id++) {
                upstreams.release(Connection.KEY, -id, new Connection(-id));
            }
        }
    }

    /** No other thread. */
    @Benchmark
    @Threads(1)
    public void threads1(Shared shared, ThreadIds ids, Blackhole sink) {
        releaseBeyondCap(shared, ids, sink);
    }

    /** Two threads. */
    @Benchmark
    @Threads(2)
    public void threads2(Shared shared, ThreadIds ids, Blackhole sink) {
        releaseBeyondCap(shared, ids, sink);
    }

    /** Four threads. */
    @Benchmark
    @Threads(4)
    public void threads4(Shared shared, ThreadIds ids, Blackhole sink) {
        releaseBeyondCap(shared, ids, sink);
    }

    /** Eight threads. */
    @Benchmark
    @Threads(8)
    public void threads8(Shared shared, ThreadIds ids, Blackhole sink) {
        releaseBeyondCap(shared, ids, sink);
    }

    private static void releaseBeyondCap(Shared shared, ThreadIds ids, Blackhole sink) {
        Connection connection = new Connection(ids.next());
        shared.upstreams.release(Connection.KEY, connection.id(), connection);
        sink.consume(connection);
    }
}
