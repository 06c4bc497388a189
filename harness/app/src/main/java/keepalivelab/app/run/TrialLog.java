package keepalivelab.app.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import keepalivelab.api.EnvironmentException;
import keepalivelab.api.InputException;

/**
 * The trials of a long check in a CSV file, appended one by one, so that a check that was stopped goes on where it was.
 * Confined to one thread.
 */
public final class TrialLog {
    private static final String COLUMNS = "check,trial,metric,found,detail";

    private final Path file;
    private final List<Entry> entries;
    private long sizeBytes;

    private TrialLog(Path file, long sizeBytes, List<Entry> entries) {
        this.file = file;
        this.sizeBytes = sizeBytes;
        this.entries = entries;
    }

    /**
     * What one trial found in one metric.
     *
     * @param check which check it belongs to
     * @param trial its number, from 0
     * @param metric what was judged
     * @param found the word of the verdict
     * @param detail one line
     */
    public record Entry(String check, int trial, String metric, String found, String detail) {
        public Entry {
            check = plain(check);
            metric = plain(metric);
            found = plain(found);
            detail = plain(detail);
        }

        private String line() {
            return check + "," + trial + "," + metric + "," + found + "," + detail + "\n";
        }
    }

    /** Without what would need quotes. */
    private static String plain(String text) {
        return text.replaceAll("[,\"\\s]+", " ").strip();
    }

    /**
     * Opens a log, or begins it.
     *
     * @param identity what the trials have in common; the first line of the file
     * @throws InputException where the file is a log of something else
     */
    public static TrialLog open(Path file, String identity) {
        String first = "# " + identity;
        try {
            if (!Files.exists(file)) {
                Files.createDirectories(file.toAbsolutePath().getParent());
                Files.writeString(file, first + "\n" + COLUMNS + "\n");
            }
            List<String> lines = Files.readAllLines(file);
            if (lines.isEmpty() || !lines.get(0).equals(first)) {
                throw new InputException(file + " holds trials of something else ("
                        + (lines.isEmpty() ? "nothing" : lines.get(0)) + "); use another --out or --seed");
            }
            return new TrialLog(
                    file,
                    Files.size(file),
                    lines.stream()
                            .skip(2)
                            .map(line -> entry(file, line))
                            .collect(Collectors.toCollection(ArrayList::new)));
        } catch (IOException e) {
            throw unusable(file, e);
        }
    }

    private static Entry entry(Path file, String line) {
        String[] fields = line.split(",", -1);
        if (fields.length != 5 || !fields[1].matches("\\d{1,9}")) {
            throw new InputException(file + ": '" + line + "' is no trial; remove the line to go on");
        }
        return new Entry(fields[0], Integer.parseInt(fields[1]), fields[2], fields[3], fields[4]);
    }

    /** Whether that trial was made. */
    public boolean has(String check, int trial) {
        return of(check).stream().anyMatch(e -> e.trial() == trial);
    }

    /**
     * Adds a whole trial at once.
     *
     * @throws EnvironmentException if it cannot be written, or somebody else has added to the log: two checks at once disturb
     *     each other, and their trials must not be mixed
     */
    public void add(List<Entry> trial) {
        try {
            if (Files.size(file) != sizeBytes) {
                throw new EnvironmentException(
                        file + " has grown meanwhile: another run adds to it; give each its own --out");
            }
            String lines = trial.stream().map(Entry::line).collect(Collectors.joining());
            Files.writeString(file, lines, StandardOpenOption.APPEND);
            sizeBytes = Files.size(file);
            entries.addAll(trial);
        } catch (IOException e) {
            throw unusable(file, e);
        }
    }

    /** What was found so far in that check. */
    public List<Entry> of(String check) {
        String word = plain(check);
        return entries.stream().filter(e -> e.check().equals(word)).toList();
    }

    private static EnvironmentException unusable(Path file, IOException e) {
        return new EnvironmentException(
                "cannot write " + file + ": " + e.getMessage() + "; name another folder with --out");
    }
}
