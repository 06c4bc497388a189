package keepalivelab.report.compare;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import keepalivelab.api.InputException;
import keepalivelab.report.CellResult;
import keepalivelab.report.StoredRun;
import keepalivelab.report.TableModel;
import keepalivelab.report.compare.CellPair.Pairs;

/**
 * Two stored runs of one scenario side by side. Nothing is judged: counts are what they are, and times of two runs say little
 * even on one machine.
 *
 * @param counts of each cell in both runs
 * @param times of each cell in both runs, not judged
 * @param configuration what differs between the arms' knobs and native configurations, one line each
 * @param ledger what the ledgers tell, one sentence each
 * @param fingerprint why times are not comparable, one line each; empty where they come from like places
 * @param problems what could not be read, one line each, naming the file
 */
public record RunComparison(
        TableModel counts,
        TableModel times,
        List<String> configuration,
        List<String> ledger,
        List<String> fingerprint,
        List<String> problems) {
    public RunComparison {
        configuration = List.copyOf(configuration);
        ledger = List.copyOf(ledger);
        fingerprint = List.copyOf(fingerprint);
        problems = List.copyOf(problems);
    }

    /**
     * Compares.
     *
     * @throws InputException for runs of two scenarios
     */
    public static RunComparison of(StoredRun base, StoredRun candidate) {
        String scenario = base.result().scenario().id();
        if (!scenario.equals(candidate.result().scenario().id())) {
            throw new InputException(
                    "these are runs of two scenarios: " + base.folder() + " of " + scenario + ", " + candidate.folder()
                            + " of " + candidate.result().scenario().id());
        }
        Pairs pairs = CellPair.of(base.result(), candidate.result());
        Reading reading = new Reading(base, candidate);
        pairs.pairs().forEach(reading::read);
        List<String> problems = new ArrayList<>(base.problems());
        problems.addAll(base.missingFiles());
        problems.addAll(candidate.problems());
        problems.addAll(candidate.missingFiles());
        problems.addAll(reading.problems);
        return new RunComparison(
                CellPairTables.counts(scenario, pairs),
                CellPairTables.times(scenario, pairs),
                reading.grouped(reading.configuration),
                reading.grouped(reading.ledger),
                Fingerprint.of(base.result()).differences(Fingerprint.of(candidate.result())),
                List.copyOf(new TreeSet<>(problems)));
    }

    /** Reads what the result documents name: the same remark of several cells is said once, with their number. */
    private static final class Reading {
        private final StoredRun base;
        private final StoredRun candidate;
        private final Map<String, List<String>> configuration = new LinkedHashMap<>();
        private final Map<String, List<String>> ledger = new LinkedHashMap<>();
        private final List<String> problems = new ArrayList<>();
        private int cells;

        Reading(StoredRun base, StoredRun candidate) {
            this.base = base;
            this.candidate = candidate;
        }

        void read(CellPair pair) {
            cells++;
            knobs(pair);
            files(pair.base()).keySet().forEach(name -> config(pair, name));
            ledger(pair);
        }

        private static Map<String, String> files(CellResult cell) {
            Map<String, String> files = new TreeMap<>(cell.files());
            files.keySet().removeIf(what -> !what.startsWith("config"));
            return files;
        }

        private void knobs(CellPair pair) {
            TreeSet<String> knobs = new TreeSet<>(pair.base().knobs().keySet());
            knobs.addAll(pair.candidate().knobs().keySet());
            for (String knob : knobs) {
                String before = pair.base().knobs().getOrDefault(knob, "not set");
                String now = pair.candidate().knobs().getOrDefault(knob, "not set");
                if (!before.equals(now)) {
                    add(configuration, pair, "knob " + knob + ": base " + before + ", candidate " + now);
                }
            }
        }

        private void config(CellPair pair, String name) {
            String file = pair.candidate().files().get(name);
            if (file == null) {
                add(configuration, pair, name + ": only the base has it");
                return;
            }
            String before = text(base, pair.base().files().getOrDefault(name, ""));
            String now = text(candidate, file);
            if (!before.isEmpty() && !now.isEmpty()) {
                ConfigDifference.of(before, now)
                        .forEach(line -> add(configuration, pair, name.replaceFirst("config ", "") + ": " + line));
            }
        }

        private String text(StoredRun run, String name) {
            Path file = run.folder().resolve(name);
            try {
                return Files.isRegularFile(file) ? Files.readString(file) : "";
            } catch (MalformedInputException e) {
                problems.add(file + ": no text");
            } catch (IOException e) {
                problems.add(file + ": cannot be read: " + e.getClass().getSimpleName());
            }
            return "";
        }

        private void ledger(CellPair pair) {
            Path before = base.folder().resolve(pair.base().files().getOrDefault("ledger", "-"));
            Path now = candidate.folder().resolve(pair.candidate().files().getOrDefault("ledger", "-"));
            if (Files.isRegularFile(before) && Files.isRegularFile(now)) {
                try {
                    LedgerHabits.differences(LedgerHabits.read(before), LedgerHabits.read(now))
                            .forEach(sentence -> add(ledger, pair, sentence));
                } catch (LedgerHabits.Unreadable e) {
                    problems.add(e.getMessage());
                }
            }
        }

        private static void add(Map<String, List<String>> places, CellPair pair, String remark) {
            String place = CellPair.place(pair.candidate());
            places.computeIfAbsent(remark, r -> new ArrayList<>()).add(place.isEmpty() ? "single" : place);
        }

        private List<String> grouped(Map<String, List<String>> places) {
            return places.entrySet().stream()
                    .map(entry -> entry.getKey() + where(entry.getValue()))
                    .toList();
        }

        private String where(List<String> places) {
            if (places.size() == cells) {
                return "";
            }
            String named = places.stream().limit(3).collect(Collectors.joining("; "));
            return " [" + named + (places.size() > 3 ? "; and " + (places.size() - 3) + " more" : "") + "]";
        }
    }
}
