package keepalivelab.app.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import keepalivelab.api.DurationText;
import keepalivelab.app.run.GapRequests.GapRequest;
import keepalivelab.load.LoadPlan;
import keepalivelab.report.CellDraft;
import keepalivelab.report.Series;

/**
 * The requests of a gap sweep in bins of one step, by the gap as the backend saw it, and what follows from them: how wide
 * the window around the idle limit is, and what happens far away from it. Immutable.
 *
 * <p>Far away is more than a quarter of the swept range from the limit. The window reaches from the smallest gap whose
 * request went to a new connection to the largest whose request was answered on the used one; its width is below zero where
 * the two do not overlap, that is, where the edge is clean and lies between them.
 *
 * <p>A request that was answered on the used connection more than one step after the limit was so because the backend's own
 * timer was late, not because of the proxy: it is disturbed, counted as such and in no bin.
 */
final class GapBins {
    private static final Pattern IDLE_LIMIT = Pattern.compile("idle-[a-z]+\\(([^,)]+).*");
    private static final int EDGE_BINS = 8;
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final String NOTE =
            "windowUs: from the smallest gap that went to a new connection to the largest that"
                    + " was still answered on the used one, as the backend saw the gaps; below 0 where the two do not overlap";

    private final GapRequests found;
    private final List<GapRequest> requests;
    private final long limitNanos;
    private final long stepNanos;
    private final long farNanos;
    private final TreeMap<Long, List<GapRequest>> bins = new TreeMap<>();

    private GapBins(GapRequests found, long limitNanos, long stepNanos, long farNanos) {
        this.found = found;
        this.limitNanos = limitNanos;
        this.stepNanos = stepNanos;
        this.farNanos = farNanos;
        this.requests = found.all().stream().filter(r -> !disturbed(r)).toList();
        for (GapRequest request : requests) {
            // Counted from the limit, so that no bin has gaps from both sides of it.
            long bin = Math.floorDiv(request.gapNanos() - limitNanos, stepNanos);
            bins.computeIfAbsent(bin, b -> new ArrayList<>()).add(request);
        }
    }

    /**
     * The bins of a sweep's requests.
     *
     * @param behaviours of the backend; the first idle limit among them is the one that counts, else the sweep's middle
     */
    static GapBins of(GapRequests found, LoadPlan plan, List<String> behaviours) {
        LoadPlan.Gap gap = ((LoadPlan.ClosedLoop) plan).gap();
        Duration range = gap.most().minus(gap.least());
        Duration limit = behaviours.stream()
                .flatMap(GapBins::idleLimit)
                .findFirst()
                .orElseGet(() -> gap.least().plus(range.dividedBy(2)));
        long step = gap.sweep().orElseThrow().step().toNanos();
        return new GapBins(found, limit.toNanos(), step, range.toNanos() / 4);
    }

    private static Stream<Duration> idleLimit(String behaviour) {
        Matcher matcher = IDLE_LIMIT.matcher(behaviour);
        return matcher.matches() ? DurationText.parse(matcher.group(1)).stream() : Stream.empty();
    }

    /**
     * Adds all that was found.
     *
     * @param earlyCloses lines of the proxy's log that tell of a crossing; empty where it logs none
     */
    void addTo(CellDraft draft, OptionalLong earlyCloses) {
        long failures = matching(found.all(), GapRequest::failed);
        long unread = matching(found.all(), GapRequest::unread);
        List<GapRequest> below = where(r -> r.gapNanos() < limitNanos - farNanos);
        List<GapRequest> above = where(r -> r.gapNanos() > limitNanos + farNanos);
        draft.figure("limitMs", limitNanos / NANOS_PER_MILLI);
        far(draft, "Below", below);
        far(draft, "Above", above);
        draft.figure("failures", failures);
        draft.figure("retried", matching(found.all(), GapRequest::retried));
        draft.figure("disturbed", (long) (found.all().size() - requests.size()));
        draft.figure("afterFailures", (long) found.afterFailures());
        draft.figure("crossings", Math.max(Math.max(failures, unread), earlyCloses.orElse(0)));
        range(draft);
        draft.figure("pathUs", micros(found.pathNanos()));
        draft.note(NOTE);
        draft.series(series());
        draft.series(edge());
    }

    private static void far(CellDraft draft, String side, List<GapRequest> requests) {
        long reused = requests.stream().filter(GapRequest::reused).count();
        draft.figure("requests" + side, (long) requests.size());
        draft.figure("reused" + side, reused);
        draft.figure("reuse" + side, requests.isEmpty() ? 0.0 : Math.round(1e3 * reused / requests.size()) / 1e3);
        draft.figure(
                "failures" + side, requests.stream().filter(GapRequest::failed).count());
    }

    /** What did not occur has no figure. */
    private void range(CellDraft draft) {
        OptionalLong firstNew = gaps(GapRequest::fresh).min();
        OptionalLong lastReused = gaps(GapRequest::reused).max();
        firstNew.ifPresent(gap -> draft.figure("firstNewMs", millis(gap)));
        lastReused.ifPresent(gap -> draft.figure("lastReusedMs", millis(gap)));
        if (firstNew.isPresent() && lastReused.isPresent()) {
            draft.figure("windowUs", micros(lastReused.getAsLong() - firstNew.getAsLong()));
        }
        gaps(GapBins::troubled).min().ifPresent(gap -> draft.figure("firstTroubleMs", millis(gap)));
        gaps(GapBins::troubled).max().ifPresent(gap -> draft.figure("lastTroubleMs", millis(gap)));
    }

    private boolean disturbed(GapRequest request) {
        return request.reused() && request.gapNanos() > limitNanos + stepNanos;
    }

    private static boolean troubled(GapRequest request) {
        return request.failed() || request.retried() || request.unread();
    }

    /** Every bin that has a request. */
    Series series() {
        List<List<Object>> rows = new ArrayList<>();
        bins.forEach((bin, members) -> {
            List<Object> row = new ArrayList<>(List.of(micros(from(bin)), micros(from(bin + 1))));
            row.addAll(counts(members));
            row.add((double) matching(members, GapRequest::failed) / members.size());
            row.add((double) matching(members, GapRequest::reused) / members.size());
            rows.add(row);
        });
        List<String> columns = List.of(
                "fromUs",
                "toUs",
                "requests",
                "reused",
                "newConnections",
                "retried",
                "unread",
                "failed",
                "failureRatio",
                "reuseRatio");
        return new Series("gapBins", columns, rows);
    }

    /** The bins next to the limit one by one, those before and after them as sums. */
    Series edge() {
        List<List<Object>> rows = new ArrayList<>();
        long low = -EDGE_BINS / 2;
        long high = EDGE_BINS / 2;
        addRow(
                rows,
                String.format(Locale.ROOT, "< %s", text(from(low))),
                bins.headMap(low).values());
        bins.subMap(low, high)
                .forEach((bin, members) ->
                        addRow(rows, text(from(bin)) + " - " + text(from(bin + 1)), List.of(members)));
        addRow(
                rows,
                String.format(Locale.ROOT, ">= %s", text(from(high))),
                bins.tailMap(high).values());
        List<String> columns = List.of("gap ms", "requests", "reused", "new", "retried", "unread", "failed");
        return new Series("edge", columns, rows);
    }

    private static void addRow(List<List<Object>> rows, String gap, Iterable<List<GapRequest>> members) {
        List<GapRequest> all = new ArrayList<>();
        members.forEach(all::addAll);
        if (!all.isEmpty()) {
            List<Object> row = new ArrayList<>(List.of(gap));
            row.addAll(counts(all));
            rows.add(row);
        }
    }

    private static List<Object> counts(List<GapRequest> members) {
        return List.of(
                (long) members.size(),
                matching(members, GapRequest::reused),
                matching(members, GapRequest::fresh),
                matching(members, GapRequest::retried),
                matching(members, GapRequest::unread),
                matching(members, GapRequest::failed));
    }

    private long from(long bin) {
        return limitNanos + bin * stepNanos;
    }

    private LongStream gaps(Predicate<GapRequest> which) {
        return requests.stream().filter(which).mapToLong(GapRequest::gapNanos);
    }

    private List<GapRequest> where(Predicate<GapRequest> which) {
        return requests.stream().filter(which).toList();
    }

    private static long matching(List<GapRequest> members, Predicate<GapRequest> which) {
        return members.stream().filter(which).count();
    }

    private static String text(long nanos) {
        return String.format(Locale.ROOT, "%.2f", nanos / NANOS_PER_MILLI);
    }

    /** To 1 us. */
    private static double millis(long nanos) {
        return Math.round(nanos / NANOS_PER_MICRO) / NANOS_PER_MICRO;
    }

    private static double micros(long nanos) {
        return Math.round(nanos / NANOS_PER_MICRO);
    }
}
