package keepalivelab.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Memory of a backend that goes on and on. */
class SteadyStateTest {
    private static final int WARM_UP = 3_000;
    private static final int MEASURED = 4 * ExchangePage.ROWS;

    @ParameterizedTest
    @ValueSource(strings = {"", "keep", "idle-fin(1h)", "http10(keep) + close-after(1000000)"})
    void anExchangeAllocatesNothingButItsRow(String behaviours) throws IOException {
        assumeThat(ManagementFactory.getThreadMXBean()).isInstanceOf(ThreadMXBean.class);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (CountingBackend backend = CountingBackend.builder()
                        .runToken("r")
                        .expectedRequests(WARM_UP + MEASURED)
                        .behave(behaviours)
                        .start();
                Peer peer = new Peer(backend)) {
            exchanges(peer, 0, WARM_UP);
            long before = threads.getThreadAllocatedBytes(backend.thread().getId());
            exchanges(peer, WARM_UP, MEASURED);
            long allocated = threads.getThreadAllocatedBytes(backend.thread().getId()) - before;
            assertThat((double) allocated / MEASURED).as("bytes per exchange").isBetween(30.0, 64.0);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100})
    void beyondTheDetailLimitAnExchangeAllocatesNothing(int limit) throws IOException {
        assumeThat(ManagementFactory.getThreadMXBean()).isInstanceOf(ThreadMXBean.class);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (CountingBackend backend = CountingBackend.builder()
                        .runToken("r")
                        .expectedRequests(WARM_UP + MEASURED)
                        .exchangeDetailLimit(limit)
                        .start();
                Peer peer = new Peer(backend)) {
            exchanges(peer, 0, WARM_UP);
            long before = threads.getThreadAllocatedBytes(backend.thread().getId());
            exchanges(peer, WARM_UP, MEASURED);
            long allocated = threads.getThreadAllocatedBytes(backend.thread().getId()) - before;
            assertThat((double) allocated / MEASURED).as("bytes per exchange").isLessThan(4.0);
            assertThat(backend.ledger().exchanges()).isEqualTo(WARM_UP + MEASURED);
        }
    }

    private static void exchanges(Peer peer, int from, int count) throws IOException {
        for (int n = from; n < from + count; n++) {
            peer.get("r", n);
        }
    }
}
