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
 * What a proxy does once for every request: lease a connection of the one upstream and release it. The pool starts with
 * {@code idle} connections and has room for many more. A thread that gets none releases a new one, as after dialling; so
 * {@code none} shows what the rest of the loop costs.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class PoolLeaseRelease {
    private static final int MAX_IDLE = 256;

    /** The pool that all threads of a trial share. */
    @State(Scope.Benchmark)
    public static class Shared {
        /** Pool id. */
        @Param({"none", "lifo", "fifo", "per-worker", "thread-lru", "sharded-lru", "capped"})
        public String pool = "";

        /** Connections in it at the start, at most 128. */
        @Param("16")
        public int idle;

        private UpstreamPool<Connection> upstreams = Connection.emptyPool("none", 0);

        /** Made anew for each trial. */
        @Setup(Level.Trial)
        public void fill() {
            upstreams = Connection.emptyPool(pool, MAX_IDLE);
            for (int id = 1; id <= idle; id++) {
                upstreams.release(Connection.KEY, -id, new Connection(-id));
            }
        }
    }

    /** No other thread. */
    @Benchmark
    @Threads(1)
    public void threads1(Shared shared, ThreadIds ids, Blackhole sink) {
        leaseAndRelease(shared, ids, sink);
    }

    /** Two threads. */
    @Benchmark
    @Threads(2)
    public void threads2(Shared shared, ThreadIds ids, Blackhole sink) {
        leaseAndRelease(shared, ids, sink);
    }

    /** Four threads. */
    @Benchmark
    @Threads(4)
    public void threads4(Shared shared, ThreadIds ids, Blackhole sink) {
        leaseAndRelease(shared, ids, sink);
    }

    /** Eight threads. */
    @Benchmark
    @Threads(8)
    public void threads8(Shared shared, ThreadIds ids, Blackhole sink) {
        leaseAndRelease(shared, ids, sink);
    }

    private static void leaseAndRelease(Shared shared, ThreadIds ids, Blackhole sink) {
        Connection connection = shared.upstreams.lease(Connection.KEY);
        if (connection == null) {
            connection = new Connection(ids.next());
        }
        sink.consume(connection);
        shared.upstreams.release(Connection.KEY, connection.id(), connection);
    }
}
