package keepalivelab.report.compare;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a cell's ledger tells of a proxy, in words.
 *
 * @param closedByProxy exchanges on each connection that the proxy closed, ascending
 * @param closedByBackend connections that the backend closed
 * @param open connections that were open at the end
 */
record LedgerHabits(List<Long> closedByProxy, int closedByBackend, int open) {
    LedgerHabits {
        closedByProxy = List.copyOf(closedByProxy);
    }

    /** A file that is not there, or is no ledger. */
    static final class Unreadable extends Exception {
        private static final long serialVersionUID = 1;

        Unreadable(String message) {
            super(message);
        }
    }

    /**
     * Reads {@code connections.csv}.
     *
     * @throws Unreadable naming the file, and the line where it ends in the middle
     */
    static LedgerHabits read(Path file) throws Unreadable {
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (MalformedInputException e) {
            throw new Unreadable(file + ": no text");
        } catch (IOException e) {
            throw new Unreadable(file + ": cannot be read: " + e.getClass().getSimpleName());
        }
        if (lines.isEmpty()) {
            throw new Unreadable(file + ": empty");
        }
        List<String> header = Arrays.asList(lines.get(0).split(",", -1));
        int exchanges = header.indexOf("exchanges");
        int closedBy = header.indexOf("closed_by");
        if (exchanges < 0 || closedBy < 0) {
            throw new Unreadable(file + ":1: no ledger of connections");
        }
        List<Long> byProxy = new ArrayList<>();
        int byBackend = 0;
        int open = 0;
        for (int n = 1; n < lines.size(); n++) {
            String[] row = lines.get(n).split(",", -1);
            if (row.length != header.size() || !row[exchanges].matches("\\d+")) {
                throw new Unreadable(file + ":" + (n + 1) + ": no row of a ledger");
            }
            switch (row[closedBy]) {
                case "peer" -> byProxy.add(Long.parseLong(row[exchanges]));
                case "backend" -> byBackend++;
                default -> open++;
            }
        }
        Collections.sort(byProxy);
        return new LedgerHabits(byProxy, byBackend, open);
    }

    /** When the proxy closes: {@code after 100 exchanges}, {@code after 1 to 57 exchanges (median 3)}; empty for never. */
    private Optional<String> closes() {
        if (closedByProxy.isEmpty()) {
            return Optional.empty();
        }
        Map<Long, Integer> counts = new TreeMap<>();
        closedByProxy.forEach(n -> counts.merge(n, 1, Integer::sum));
        Map.Entry<Long, Integer> most =
                counts.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
        // The last connection of a run carries the rest: one odd value does not hide a cap.
        boolean cap = closedByProxy.size() - most.getValue() <= 1;
        long least = closedByProxy.get(0);
        long greatest = closedByProxy.get(closedByProxy.size() - 1);
        long median = closedByProxy.get((closedByProxy.size() - 1) / 2);
        return Optional.of(
                cap
                        ? "after " + exchanges(most.getKey())
                        : "after " + least + " to " + exchanges(greatest) + " (median " + median + ")");
    }

    private static String exchanges(long count) {
        return count + (count == 1 ? " exchange" : " exchanges");
    }

    /** How a candidate differs from its base, one sentence each; empty for no difference that can be told. */
    static List<String> differences(LedgerHabits base, LedgerHabits candidate) {
        List<String> sentences = new ArrayList<>();
        String before = base.closes().orElse("never");
        String now = candidate.closes().orElse("never");
        if (!before.equals(now)) {
            sentences.add("candidate closes " + now + ", base " + before.replaceFirst(" exchanges?$", ""));
        }
        if (base.open != candidate.open) {
            sentences.add("candidate has " + candidate.open + " open at the end, base " + base.open);
        }
        if (base.closedByBackend != candidate.closedByBackend) {
            sentences.add("the backend closes " + candidate.closedByBackend + " of the candidate's, "
                    + base.closedByBackend + " of the base's");
        }
        return sentences;
    }
}
