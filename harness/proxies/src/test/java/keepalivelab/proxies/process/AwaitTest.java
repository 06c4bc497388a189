package keepalivelab.proxies.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AwaitTest {
    @Test
    void itLooksAgainUntilTheFactHolds() {
        AtomicInteger looks = new AtomicInteger();
        assertThat(Await.until(() -> looks.incrementAndGet() == 3, Duration.ofSeconds(20)))
                .isTrue();
        assertThat(looks).hasValue(3);
    }

    @Test
    void itLooksOnceWithoutALimit() {
        assertThat(Await.until(() -> true, Duration.ZERO)).isTrue();
        assertThat(Await.until(() -> false, Duration.ZERO)).isFalse();
    }

    @Test
    void anInterruptIsKeptAndDoesNotShortenIt() {
        AtomicInteger looks = new AtomicInteger();
        Thread.currentThread().interrupt();
        assertThat(Await.until(() -> looks.incrementAndGet() == 3, Duration.ofSeconds(20)))
                .isTrue();
        assertThat(Thread.interrupted()).isTrue();
    }
}
