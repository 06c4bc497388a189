package keepalivelab.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import keepalivelab.load.Times.Span;
import keepalivelab.load.Times.Split;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A second measurement of every latency, by a server in another style (blocking sockets, a thread each) that stamps the
 * same monotonic clock. Between what it saw before and after each request stands what the generator can have measured:
 *
 * <ul>
 *   <li>at least from the request read to the response about to be written;
 *   <li>at most from the <em>previous</em> response about to be written to the <em>next</em> request read: a closed loop
 *       without think time sends after that response and is done before that request.
 * </ul>
 *
 * <p>What holds for each request holds for each rank of the sorted values, so for every percentile.
 */
class LatencyAgainstTheServersClockTest {
    private static final int REQUESTS = 600;
    private static final double[] PERCENTILES = {0.1, 10, 50, 75, 90, 95, 98, 99, 99.9, 100};
    /** Three significant digits. */
    private static final double ROUNDING = 1.001;

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void everyPercentileLiesBetweenTheServersBounds(int clients) {
        ConcurrentHashMap<Integer, Stamps> perConnection = new ConcurrentHashMap<>();
        try (TinyServer server = TinyServer.start(talk -> {
            Stamps stamps = perConnection.computeIfAbsent(talk.connection(), c -> new Stamps());
            while (talk.readRequest()) {
                stamps.read.add(System.nanoTime());
                waitUntil(System.nanoTime() + residenceNanos(talk.number()));
                stamps.answering.add(System.nanoTime());
                talk.answer("200 OK", "x");
            }
        })) {
            Histogram measured =
                    Plans.run(Plans.keep(REQUESTS, clients), server).times().histogram(Span.SERVICE, Split.ALL);
            Bounds bounds = Bounds.of(perConnection.values());
            assertThat(measured.getTotalCount()).isEqualTo(REQUESTS);
            assertThat(bounds.least).hasSize(REQUESTS);
            for (double percentile : PERCENTILES) {
                double value = measured.getValueAtPercentile(percentile);
                assertThat(value)
                        .as("p%s", percentile)
                        .isBetween(
                                at(bounds.least, percentile) / ROUNDING,
                                at(bounds.most, percentile) * ROUNDING + 1_000);
            }
        }
    }

    /** One in a hundred takes 30 ms, one in ten 6 ms, the others 1 ms. */
    private static long residenceNanos(int number) {
        return number % 100 == 99 ? 30_000_000 : number % 10 == 9 ? 6_000_000 : 1_000_000;
    }

    private static void waitUntil(long dueNanos) {
        for (long left = dueNanos - System.nanoTime(); left > 0; left = dueNanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** The value at that rank of sorted values, as HdrHistogram counts ranks. */
    private static double at(List<Long> sorted, double percentile) {
        int rank = (int) Math.max(1, Math.ceil(percentile / 100 * sorted.size()));
        return sorted.get(Math.min(rank, sorted.size()) - 1);
    }

    /** What the server saw on one connection; written by its thread, read after the run. */
    private static final class Stamps {
        private final List<Long> read = Collections.synchronizedList(new ArrayList<>());
        private final List<Long> answering = Collections.synchronizedList(new ArrayList<>());
    }

    /**
     * What each request can have taken, sorted.
     *
     * @param least the shortest that fits the server's stamps
     * @param most the longest; the first and the last request of a connection have no neighbour and no bound
     */
    private record Bounds(List<Long> least, List<Long> most) {
        static Bounds of(Iterable<Stamps> connections) {
            List<Long> least = new ArrayList<>();
            List<Long> most = new ArrayList<>();
            for (Stamps stamps : connections) {
                int last = stamps.read.size() - 1;
                for (int i = 0; i <= last; i++) {
                    least.add(stamps.answering.get(i) - stamps.read.get(i));
                    boolean bounded = i > 0 && i < last;
                    most.add(bounded ? stamps.read.get(i + 1) - stamps.answering.get(i - 1) : Long.MAX_VALUE / 2);
                }
            }
            Collections.sort(least);
            Collections.sort(most);
            return new Bounds(least, most);
        }
    }
}
