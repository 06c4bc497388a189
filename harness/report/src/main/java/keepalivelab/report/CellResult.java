package keepalivelab.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one cell of the matrix found, on one arm. Made with {@link #of}. What was not measured (a skipped cell) is null or
 * empty.
 *
 * @param id unique in the run
 * @param verdict of this cell
 * @param reasons why it is not held: one line each; empty where it is
 * @param arm the proxy
 * @param axes axis → value of the matrix for this cell: texts, truths and numbers
 * @param client counted by the load generator
 * @param backend counted by the backend
 * @param times of the requests
 * @param published figures of others for this cell
 * @param knobs neutral key → what the driver made of it ({@link keepalivelab.api.KnobStatus#key()})
 * @param files what → path relative to the run's folder
 * @param expectations of the scenario, judged
 * @param notes remarks for the reader; empty for none
 * @param brief whether the measured phase was shorter than 1 s, so that its times rest on little; {@code short} in JSON
 * @param seconds length of the measured phase; 0 where there was none
 * @param proxyLog what the proxy logged; null where there is no log to read
 * @param proxyCounters what the proxy counts itself, by its own names; empty for nothing
 * @param counterChecks those of its counters that can stand beside the ledger; empty where there is none
 * @param differs why the cell may differ from what was published; null where the scenario gives no reason
 * @param requests one by one, in small scripted cells only; empty elsewhere
 * @param figures further figures of this kind of cell by name, texts, truths and numbers, e.g. of a pool experiment
 * @param fired behaviour of the backend → how often it fired in this cell; empty where nothing ran or none was set
 * @param series figures that have many values, e.g. one row per bin of a sweep; empty for none
 * @param executedTwice ids of requests that are not idempotent and that the backend executed more than once; absent in JSON
 *     where there are none
 * @param fixedFigures whether a pool experiment says that every run gives the same figures; null for other cells
 * @param baseline the counts beside those of a baseline; null where none was asked for, or its cells have no fixed counts
 */
public record CellResult(
        String id,
        Verdict verdict,
        List<String> reasons,
        MeasuredArm arm,
        Map<String, Object> axes,
        @Nullable ClientCounts client,
        @Nullable BackendCounts backend,
        @Nullable Times times,
        @Nullable Published published,
        Map<String, String> knobs,
        Map<String, String> files,
        List<ExpectationResult> expectations,
        List<String> notes,
        @JsonProperty("short") boolean brief,
        double seconds,
        @Nullable ProxyLog proxyLog,
        Map<String, Long> proxyCounters,
        List<CounterCheck> counterChecks,
        @Nullable Difference differs,
        List<RequestTrace> requests,
        Map<String, Object> figures,
        Map<String, Long> fired,
        List<Series> series,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> executedTwice,
        @Nullable Boolean fixedFigures,
        @Nullable BaselineComparison baseline) {
    public CellResult {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(verdict, "verdict");
        Objects.requireNonNull(arm, "arm");
        if (!(seconds >= 0)) {
            throw new IllegalArgumentException("seconds " + seconds + " is not at least 0");
        }
        reasons = List.copyOf(reasons);
        axes = Frozen.scalars(axes);
        knobs = Frozen.byKey(knobs);
        files = Frozen.byKey(files);
        expectations = List.copyOf(expectations);
        notes = List.copyOf(notes);
        proxyCounters = Frozen.byKey(proxyCounters);
        counterChecks = List.copyOf(counterChecks);
        requests = List.copyOf(requests);
        figures = Frozen.scalars(figures);
        fired = Frozen.byKey(fired);
        series = List.copyOf(series);
        executedTwice = List.copyOf(executedTwice);
    }

    /** The same cell with another verdict, where something outside the cell decides. */
    public CellResult with(Verdict otherVerdict, List<String> otherReasons) {
        return new CellResult(
                id,
                otherVerdict,
                otherReasons,
                arm,
                axes,
                client,
                backend,
                times,
                published,
                knobs,
                files,
                expectations,
                notes,
                brief,
                seconds,
                proxyLog,
                proxyCounters,
                counterChecks,
                differs,
                requests,
                figures,
                fired,
                series,
                executedTwice,
                fixedFigures,
                baseline);
    }

    /**
     * The same cell, judged by more than its scenario.
     *
     * @param more expectations that were judged beside the scenario's
     * @param compared with a baseline; null where it was not
     */
    public CellResult judgedFurther(List<ExpectationResult> more, @Nullable BaselineComparison compared) {
        List<ExpectationResult> all = new ArrayList<>(expectations);
        all.addAll(more);
        return new CellResult(
                id,
                verdict,
                reasons,
                arm,
                axes,
                client,
                backend,
                times,
                published,
                knobs,
                files,
                all,
                notes,
                brief,
                seconds,
                proxyLog,
                proxyCounters,
                counterChecks,
                differs,
                requests,
                figures,
                fired,
                series,
                executedTwice,
                fixedFigures,
                compared);
    }

    /** Begins a cell; what is not said stays empty. */
    public static CellDraft of(String id, MeasuredArm arm, Map<String, Object> axes) {
        return new CellDraft(id, arm, axes);
    }
}
