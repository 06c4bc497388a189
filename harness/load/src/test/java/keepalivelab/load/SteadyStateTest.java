package keepalivelab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import keepalivelab.api.Outcome;
import org.junit.jupiter.api.Test;

class SteadyStateTest {
    private static final int WARM = 40_000;
    private static final int MEASURED = 50_000;
    private static final int REST = 2_000_000;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Test
    void aRequestAllocatesNothing() {
        try (EchoServer server = new EchoServer()) {
            LoadGenerator generator =
                    new LoadGenerator(Plans.job(Plans.keep(WARM + MEASURED + REST, 16), server.address()));
            CompletableFuture<LoadResult> running = CompletableFuture.supplyAsync(generator::run);
            await().atMost(Duration.ofMinutes(1)).until(() -> generator.sent() > WARM);
            long before = THREADS.getThreadAllocatedBytes(loopThread());
            int sentBefore = generator.sent();
            await().atMost(Duration.ofMinutes(1)).until(() -> generator.sent() > sentBefore + MEASURED);
            long bytes = THREADS.getThreadAllocatedBytes(loopThread()) - before;
            generator.cancel();
            assertThat((double) bytes / MEASURED).as("bytes per request").isLessThan(1);
            assertThat(running.join().accounting().count(Outcome.OK)).isGreaterThan(MEASURED);
        }
    }

    @Test
    void twoLoopsShareTheRequestsExactly() {
        try (EchoServer server = new EchoServer()) {
            LoadJob job = Plans.job(Plans.keep(20_000, 8), server.address());
            LoadResult result = new LoadGenerator(job, FactSource.NONE, 2).run();
            assertThat(result.accounting().count(Outcome.OK)).isEqualTo(20_000);
            assertThat(result.answers().reusedExchanges()).isEqualTo(20_000 - 8);
        }
    }

    @Test
    void aWarmUpEndsWithAStableRateOrWithItsTime() {
        try (EchoServer server = new EchoServer()) {
            WarmUp warmUp = WarmUp.run(Plans.job(Plans.keep(1_000_000, 4), server.address()), Duration.ofSeconds(2));
            assertThat(warmUp.requests()).isPositive();
            assertThat(warmUp.stable() || warmUp.elapsed().compareTo(Duration.ofSeconds(2)) >= 0)
                    .isTrue();
        }
    }

    private static long loopThread() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("load-0"))
                .findFirst()
                .orElseThrow()
                .getId();
    }
}
