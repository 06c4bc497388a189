package keepalivelab.app.run;

import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;
import keepalivelab.backend.ConnectionRecord;
import keepalivelab.backend.LedgerSnapshot;
import keepalivelab.report.CellDraft;

/**
 * What a byte forwarder tells of its sockets opened ahead of need, as figures of the cell: its own counters of that kind, with
 * {@code prewarm_fill_failures} written {@code prewarmFillFailures}, and beside them what the backend saw of the same.
 */
final class ForwarderFigures {
    private static final List<String> COUNTERS = List.of(
            "prewarm_",
            "first_byte_",
            "connect_",
            "copy_errors",
            "health_",
            "dials",
            "dial_failures",
            "bad_leases",
            "closed_by_peer");
    private static final double NANOS_PER_MICRO = 1e3;

    private ForwarderFigures() {}

    /** Adds them where the proxy was told to forward bytes. */
    static void addTo(CellDraft draft, KnobSettings knobs, Map<String, Long> counters, LedgerSnapshot ledger) {
        if (knobs.text(Knob.ROLE).filter("l4"::equals).isEmpty()) {
            return;
        }
        counters.forEach((name, value) -> {
            if (COUNTERS.stream().anyMatch(name::startsWith)) {
                draft.figure(camelCase(name), value);
            }
        });
        long[] ages = agesAtUse(ledger);
        if (ages.length > 0) {
            draft.figure("ageAtUseP50Us", Math.round(ages[ages.length / 2] / NANOS_PER_MICRO));
        }
    }

    /**
     * From the backend's accept until it had read the request, for each connection that carried one: a few loop turns where
     * the forwarder dialled for the client, the time it waited where it was opened ahead.
     */
    private static long[] agesAtUse(LedgerSnapshot ledger) {
        LastUse lastUse = LastUse.of(ledger);
        LongStream ages = ledger.connections().stream()
                .filter(connection -> connection.attempts() > 0)
                .mapToLong((ConnectionRecord connection) -> lastUse.ageNanos(connection));
        return ages.sorted().toArray();
    }

    private static String camelCase(String name) {
        StringBuilder camel = new StringBuilder();
        for (String word : name.split("_", -1)) {
            boolean first = camel.isEmpty();
            camel.append(first ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
        }
        return camel.toString();
    }
}
