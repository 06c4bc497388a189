package keepalivelab.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import keepalivelab.api.Outcome;
import keepalivelab.app.terminal.LiveCounts;
import keepalivelab.backend.CountingBackend;
import keepalivelab.backend.LedgerSnapshot;
import keepalivelab.load.LoadGenerator;
import keepalivelab.load.LoadJob;
import keepalivelab.load.LoadPlan;
import keepalivelab.load.LoadResult;
import org.junit.jupiter.api.Test;

class LiveCountersTest {
    @Test
    void whenEverythingHasEndedTheyAreTheCountsOfTheResult() {
        try (CountingBackend backend = CountingBackend.builder()
                .runToken("live")
                .behave("close-after(10)")
                .start()) {
            load(backend, "other", 20);
            LedgerSnapshot before = backend.ledger();
            LoadGenerator generator = new LoadGenerator(job(backend, "live", 300));
            LiveCounters counters = new LiveCounters(generator, backend);
            assertThat(counters.now()).isEqualTo(empty());

            LoadResult result = generator.run();
            LedgerSnapshot ledger = backend.ledger().minus(before);
            LiveCounts counts = counters.now();
            assertThat(counts.sent()).isEqualTo(result.accounting().sent()).isEqualTo(300);
            assertThat(counts.outcomes()).isEqualTo(result.accounting().outcomes());
            assertThat(counts.accepts()).isEqualTo(ledger.accepts()).isPositive();
            assertThat(counts.exchanges()).isEqualTo(ledger.exchanges());
            assertThat(counts.reusedExchanges())
                    .isEqualTo(ledger.reusedExchanges())
                    .isBetween(1L, counts.exchanges() - 1);
            assertThat(counts.inFlight()).isZero();
        }
    }

    private static LiveCounts empty() {
        Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
        for (Outcome outcome : Outcome.values()) {
            outcomes.put(outcome, 0);
        }
        return new LiveCounts(0, outcomes, 0, 0, 0, 0, 0);
    }

    private static void load(CountingBackend backend, String token, int requests) {
        new LoadGenerator(job(backend, token, requests)).run();
    }

    private static LoadJob job(CountingBackend backend, String token, int requests) {
        LoadPlan.ClosedLoop plan = new LoadPlan.ClosedLoop(
                requests,
                4,
                LoadPlan.Downstream.KEEP,
                LoadPlan.Gap.NONE,
                LoadPlan.RequestShape.GET,
                LoadPlan.Start.AT_ONCE,
                Duration.ofSeconds(5));
        return new LoadJob(plan, backend.address(), "backend", token, 1);
    }
}
