package keepalivelab.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A cell's result while it is put together; each method says one more thing. Confined to one thread. */
public final class CellDraft {
    private static final Duration BRIEF = Duration.ofSeconds(1);

    private final String id;
    private final MeasuredArm arm;
    private final Map<String, Object> axes;
    private final List<ExpectationResult> expectations = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final List<RequestTrace> requests = new ArrayList<>();
    private final Map<String, Object> figures = new LinkedHashMap<>();
    private final Map<String, Long> fired = new LinkedHashMap<>();
    private final List<Series> series = new ArrayList<>();
    private final List<String> executedTwice = new ArrayList<>();
    private final Map<String, String> knobs = new LinkedHashMap<>();
    private final Map<String, String> files = new LinkedHashMap<>();
    private final Map<String, Long> proxyCounters = new LinkedHashMap<>();
    private final List<CounterCheck> counterChecks = new ArrayList<>();
    private @Nullable ClientCounts client;
    private @Nullable BackendCounts backend;
    private @Nullable Times times;
    private @Nullable Published published;
    private @Nullable ProxyLog proxyLog;
    private @Nullable Difference differs;
    private @Nullable Duration measured;
    private @Nullable Boolean fixedFigures;

    CellDraft(String id, MeasuredArm arm, Map<String, Object> axes) {
        this.id = id;
        this.arm = arm;
        this.axes = axes;
    }

    /** What both sides counted. */
    public CellDraft counts(ClientCounts ofClient, BackendCounts ofBackend) {
        client = ofClient;
        backend = ofBackend;
        return this;
    }

    /** How long the measured phase and its requests took. */
    public CellDraft times(Duration measuredPhase, Times ofRequests) {
        measured = measuredPhase;
        times = ofRequests;
        return this;
    }

    /** Figures of others. */
    public CellDraft published(Published figures) {
        published = figures;
        return this;
    }

    /** Why the cell may differ from the published figures. */
    public CellDraft differs(Difference difference) {
        differs = difference;
        return this;
    }

    /** Neutral key → status. */
    public CellDraft knobs(Map<String, String> statuses) {
        knobs.putAll(statuses);
        return this;
    }

    /** One more file of this cell, by its path relative to the run's folder. */
    public CellDraft file(String what, String path) {
        files.put(what, path);
        return this;
    }

    /** One more judged expectation. */
    public CellDraft expectation(ExpectationResult result) {
        expectations.add(result);
        return this;
    }

    /** One more remark. */
    public CellDraft note(String note) {
        notes.add(note);
        return this;
    }

    /** What the proxy logged and counted. */
    public CellDraft proxy(ProxyLog log, Map<String, Long> counters) {
        proxyLog = log;
        proxyCounters.putAll(counters);
        return this;
    }

    /** One more of the proxy's counters beside the ledger; a difference is also a remark. */
    public CellDraft counterCheck(CounterCheck check) {
        counterChecks.add(check);
        if (!check.agrees()) {
            notes.add(check.note());
        }
        return this;
    }

    /** The requests one by one. */
    public CellDraft requests(List<RequestTrace> traces) {
        requests.addAll(traces);
        return this;
    }

    /** One more figure of this kind of cell: a text, a truth or a number. */
    public CellDraft figure(String name, Object value) {
        figures.put(name, value);
        return this;
    }

    /** Behaviour of the backend → how often it fired. */
    public CellDraft fired(Map<String, Long> counts) {
        fired.putAll(counts);
        return this;
    }

    /** One more figure that has many values. */
    public CellDraft series(Series more) {
        series.add(more);
        return this;
    }

    /** Requests that are not idempotent and that the backend executed more than once. */
    public CellDraft executedTwice(List<String> ids) {
        executedTwice.addAll(ids);
        return this;
    }

    /** Whether every run of this pool experiment gives the same figures. */
    public CellDraft fixedFigures(Boolean fixed) {
        fixedFigures = fixed;
        return this;
    }

    /** How long the measured phase took, where no request was timed. */
    public CellDraft measured(Duration measuredPhase) {
        measured = measuredPhase;
        return this;
    }

    /** The finished cell; the draft may go on from here, e.g. to judge a cell by what it holds so far. */
    public CellResult judged(Verdict verdict, List<String> reasons) {
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
                expectations,
                notes,
                measured != null && measured.compareTo(BRIEF) < 0,
                measured == null ? 0 : measured.toNanos() / 1e9,
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
                null);
    }
}
