package keepalivelab.report;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Which columns a narrow place does without first. Keys, which say what row it is, are no part of it; of equal columns the
 * rightmost leaves first. The two columns of a comparison's base and candidate leave together.
 */
final class LeavingOrder {
    private static final String OTHER = "(any other: figures, series, gates)";
    private static final String PUBLISHED_TIME = "(published times)";
    private static final String PUBLISHED = "(published counts)";
    private static final Pattern SIDE = Pattern.compile(" (base|candidate)$");

    /** From the least to the most important. */
    static final List<String> IDS = List.of(
            // said in words, and in full elsewhere
            "knobs",
            "proxy_counters",
            "cross_check",
            "short",
            "cell",
            "driver",
            "variant",
            "version",
            "trace",
            "why",
            "tallies",
            "closes",
            // what else a time can be asked
            "seconds",
            "max",
            "p999",
            "p90",
            "new_p50",
            "new_p99",
            "reused_p50",
            "reused_p99",
            "lag_p50",
            "response_p50",
            // counts that explain others
            "opens",
            "alerts",
            "reuse_client",
            "exchanges",
            "reused",
            "executions",
            "unused",
            "open_at_end",
            "counts",
            "detectable",
            "p",
            PUBLISHED_TIME,
            "reuse_published",
            "statuses",
            "retired",
            "early_closes",
            "unread",
            "broken",
            "attempts",
            "baseline_cell",
            PUBLISHED,
            "mechanism",
            "lag_p99",
            "response_p99",
            "p99",
            "p50",
            // says how little the times rest on, so it stays as long as one of them
            "timed",
            OTHER,
            "requests",
            "ok",
            "outcomes",
            "duplicates",
            "reuse",
            "accepts",
            "gate",
            "verdict");

    private LeavingOrder() {}

    /** The place of a column in the order: the lower, the sooner it leaves. */
    static int place(TableColumn column) {
        String id = group(column);
        int listed = IDS.indexOf(id);
        if (listed >= 0) {
            return listed;
        }
        if (id.startsWith("published_")) {
            boolean time = TableColumns.isTime(id.substring("published_".length()));
            return IDS.indexOf(time ? PUBLISHED_TIME : PUBLISHED);
        }
        return IDS.indexOf(OTHER);
    }

    /** What leaves at once, by one name. */
    static String group(TableColumn column) {
        return SIDE.matcher(column.id()).replaceFirst("").replace(' ', '_');
    }

    /** Whether a column is never said beneath instead of in its rows, even where all of them are equal. */
    static boolean mustBeSeen(TableColumn column) {
        return place(column) >= IDS.indexOf("duplicates");
    }
}
