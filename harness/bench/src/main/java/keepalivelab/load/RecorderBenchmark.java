package keepalivelab.load;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import keepalivelab.api.Outcome;
import keepalivelab.wire.Head;
import keepalivelab.wire.MessageReader;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What the load generator does per request to count and time it. In this package because the recorder is nobody else's
 * business.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class RecorderBenchmark {
    private static final int NUMBER = 7;
    private static final long FASTEST_NANOS = 20_000;
    /** Times run through 16384 values, so that histograms are not hit in one bucket only. */
    private static final long SPREAD_MASK = (1 << 14) - 1;

    private Recorder recorder = new Recorder(true);
    private final LabAnswer answer = new LabAnswer("bench");
    private long nowNanos;

    /** Counters are ints: each iteration has its own. */
    @Setup(Level.Iteration)
    public void fresh() {
        recorder = new Recorder(true);
        byte[] response =
                ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX-Backend-Connection: 17\r\nX-Backend-Exchange: 3\r\n"
                                + "X-Lab-Request: bench-" + NUMBER + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII);
        new MessageReader(MessageReader.Role.RESPONSE, new MessageReader.Sink() {
                    @Override
                    public void onHead(Head head) {
                        answer.read(head, NUMBER, recorder);
                    }

                    @Override
                    public void onEnd() {
                        // It has no body.
                    }
                })
                .feed(response, 0, response.length);
    }

    /** A request of a closed loop. */
    @Benchmark
    public long closedLoop() {
        long serviceNanos = begin();
        recorder.serviceTime(Series.Upstream.ofExchange(answer.exchange()), serviceNanos);
        return end();
    }

    /** A request of an open loop: three histograms. */
    @Benchmark
    public long openLoop() {
        long serviceNanos = begin();
        Series.Upstream upstream = Series.Upstream.ofExchange(answer.exchange());
        recorder.serviceTime(upstream, serviceNanos);
        recorder.responseTime(upstream, nowNanos - FASTEST_NANOS, nowNanos + serviceNanos);
        recorder.lag(upstream, FASTEST_NANOS);
        return end();
    }

    private long begin() {
        recorder.takenUp(nowNanos);
        recorder.answered(answer);
        return FASTEST_NANOS + (nowNanos * 31 & SPREAD_MASK);
    }

    private long end() {
        recorder.ended(Outcome.OK, nowNanos);
        return nowNanos++;
    }
}
