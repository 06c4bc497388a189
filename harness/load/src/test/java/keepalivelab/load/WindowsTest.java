package keepalivelab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import keepalivelab.load.LoadPlan.Arrivals;
import keepalivelab.load.LoadPlan.Downstream;
import keepalivelab.load.LoadPlan.OpenLoop;
import keepalivelab.load.LoadPlan.RequestShape;
import keepalivelab.load.LoadPlan.Start;
import org.junit.jupiter.api.Test;

class WindowsTest {
    private static final Duration MS = Duration.ofMillis(1);

    @Test
    void requestsBelongToTheWindowInWhichTheyWerePlanned() {
        // Due every half millisecond: ten in the warm-up, twice ten in windows, ten after them.
        List<WindowTimes> windows = run("200 OK");
        assertThat(windows).extracting(WindowTimes::count).containsExactly(10L, 10L);
        assertThat(windows).extracting(WindowTimes::notOk).containsExactly(0L, 0L);
        assertThat(windows).allSatisfy(w -> assertThat(w.p50Nanos()).isBetween(1L, w.p99Nanos()));
    }

    @Test
    void whatIsNotOkIsCountedInItsWindow() {
        assertThat(run("503 Later")).extracting(WindowTimes::notOk).containsExactly(10L, 10L);
    }

    @Test
    void waitingForTheOnlyConnectionIsNotTheGeneratorsOwnLateness() {
        try (TinyServer server = TinyServer.start(talk -> {
            while (talk.readRequest()) {
                if (talk.number() == 0) {
                    hold();
                }
                talk.answer("200 OK", "");
            }
        })) {
            WindowTimes window = run(server, 1, new Windows(Duration.ZERO, MS.multipliedBy(20), 1))
                    .get(0);
            assertThat(window.p50Nanos()).isGreaterThan(50_000_000);
            assertThat(window.lagP99Nanos()).isLessThan(window.p50Nanos() / 2);
        }
    }

    private static void hold() {
        try {
            assertThat(new CountDownLatch(1).await(100, TimeUnit.MILLISECONDS)).isFalse();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<WindowTimes> run(String answer) {
        try (TinyServer server = TinyServer.start(talk -> {
            while (talk.readRequest()) {
                talk.answer(answer, "");
            }
        })) {
            return run(server, 4, new Windows(MS.multipliedBy(5), MS.multipliedBy(5), 2));
        }
    }

    private static List<WindowTimes> run(TinyServer server, int connections, Windows windows) {
        OpenLoop plan = new OpenLoop(
                40, 2_000, Arrivals.CONSTANT, connections, Downstream.KEEP, RequestShape.GET, Duration.ofSeconds(5));
        LoadJob job = new LoadJob(plan, server.address(), "here", "t", 1);
        return LoadGenerator.inWindows(job, windows).run().windows();
    }

    @Test
    void aJobWithoutWindowsHasNone() {
        try (TinyServer server = TinyServer.healthy()) {
            LoadPlan.ClosedLoop plan = new LoadPlan.ClosedLoop(
                    3, 1, Downstream.KEEP, LoadPlan.Gap.NONE, RequestShape.GET, Start.AT_ONCE, Duration.ofSeconds(5));
            LoadJob job = new LoadJob(plan, server.address(), "here", "t", 1);
            assertThat(new LoadGenerator(job).run().windows()).isEmpty();
            assertThatThrownBy(() -> LoadGenerator.inWindows(job, new Windows(MS, MS, 1)))
                    .hasMessage("only an open loop has windows");
        }
    }

    @Test
    void windowsLieOneAfterTheOther() {
        Windows windows = new Windows(MS, MS.multipliedBy(2), 3);
        assertThat(windows.whole()).isEqualTo(MS.multipliedBy(7));
        assertThat(windows.at(999_999)).isEqualTo(Windows.NONE);
        assertThat(windows.at(1_000_000)).isZero();
        assertThat(windows.at(2_999_999)).isZero();
        assertThat(windows.at(3_000_000)).isEqualTo(1);
        assertThat(windows.at(6_999_999)).isEqualTo(2);
        assertThat(windows.at(7_000_000)).isEqualTo(Windows.NONE);
        assertThatThrownBy(() -> new Windows(MS, Duration.ZERO, 1)).hasMessageContaining("cannot be");
    }
}
