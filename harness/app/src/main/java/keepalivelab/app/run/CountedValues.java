package keepalivelab.app.run;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import keepalivelab.api.Outcome;
import keepalivelab.backend.CloseKind;
import keepalivelab.backend.ConnectionRecord;
import keepalivelab.backend.LedgerSnapshot;
import keepalivelab.load.LoadResult;
import keepalivelab.load.Times.Span;
import keepalivelab.load.Times.Split;
import keepalivelab.report.BackendCounts;
import keepalivelab.report.ClientCounts;
import keepalivelab.report.LatencySummary;
import keepalivelab.report.LatencyUnit;
import keepalivelab.report.Times;
import org.jspecify.annotations.Nullable;

/** Turns what load generator and ledger counted into the values of a result. */
final class CountedValues {
    private CountedValues() {}

    static ClientCounts client(LoadResult load) {
        Map<String, Long> outcomes = new LinkedHashMap<>();
        for (Outcome outcome : Outcome.values()) {
            outcomes.put(outcome.key(), (long) load.accounting().count(outcome));
        }
        Map<String, Long> status = new LinkedHashMap<>();
        load.answers().status().forEach((code, count) -> status.put(Integer.toString(code), (long) count));
        return new ClientCounts(
                load.accounting().planned(),
                load.accounting().sent(),
                load.accounting().neverSent(),
                load.accounting().inFlightAtEnd(),
                load.connections().opens(),
                outcomes,
                status,
                load.answers().exchanges(),
                load.answers().reusedExchanges());
    }

    /**
     * @param cap requests on one connection after which the proxy retires it; empty for no cap
     */
    static BackendCounts backend(LedgerSnapshot ledger, OptionalLong cap) {
        return new BackendCounts(
                ledger.accepts(),
                ledger.unusedAccepts(),
                ledger.exchanges(),
                ledger.reusedExchanges(),
                BackendCounts.ratio(ledger.reusedExchanges(), ledger.exchanges()),
                ledger.brokenExchanges(),
                ledger.unreadRequests(),
                ledger.openAtEnd(),
                ledger.attempts(),
                ledger.executions(),
                ledger.duplicates(),
                tallies(ledger),
                cap.isPresent() ? retired(ledger, cap.getAsLong()) : null,
                closes(ledger));
    }

    static Times times(LoadResult load) {
        return new Times(split(load, Span.SERVICE), split(load, Span.RESPONSE), split(load, Span.LAG));
    }

    /** How a connection ended, in the words of the glossary: {@code backend fin (timer)}. */
    static String closeText(CloseKind kind) {
        return switch (kind.closer()) {
            case OPEN -> "open";
            case BACKEND -> "backend " + word(kind.how()) + " (" + word(kind.cause()) + ")";
            case PEER -> "peer " + word(kind.how());
        };
    }

    private static Times.@Nullable Split split(LoadResult load, Span span) {
        if (!load.times().spans().contains(span)) {
            return null;
        }
        return new Times.Split(
                summary(load, span, Split.ALL),
                summary(load, span, Split.NEW_UPSTREAM),
                summary(load, span, Split.REUSED_UPSTREAM));
    }

    private static @Nullable LatencySummary summary(LoadResult load, Span span, Split split) {
        // Values over range stand in the histogram already, at its upper end.
        return LatencySummary.of(load.times().histogram(span, split), LatencyUnit.NANOSECONDS, 0)
                .map(s -> new LatencySummary(
                        s.count(),
                        s.p50Us(),
                        s.p90Us(),
                        s.p99Us(),
                        s.p999Us(),
                        s.maxUs(),
                        load.times().overRange(span, split)))
                .orElse(null);
    }

    private static List<BackendCounts.Tally> tallies(LedgerSnapshot ledger) {
        return ledger.tallies().stream()
                .map(t -> new BackendCounts.Tally(
                        null, t.version(), t.connection().orElse(null), t.count()))
                .toList();
    }

    private static long retired(LedgerSnapshot ledger, long cap) {
        return ledger.connections().stream()
                .mapToLong(ConnectionRecord::exchanges)
                .filter(exchanges -> exchanges >= cap)
                .count();
    }

    private static Map<String, Long> closes(LedgerSnapshot ledger) {
        Map<String, Long> closes = new LinkedHashMap<>();
        ledger.closes().forEach((kind, count) -> closes.merge(closeText(kind), count, Long::sum));
        return closes;
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
