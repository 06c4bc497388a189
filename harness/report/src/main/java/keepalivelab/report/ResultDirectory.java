package keepalivelab.report;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The folder of one run, {@code <runs>/<scenario>/<UTC>-<seed>/}. It is new: an existing one is
 * never written to, but to finish what was interrupted in it. Each file
 * in it appears whole, by a rename. Thread-safe.
 *
 * <p>Beside the runs of a scenario, {@code latest} leads to the one that was last given a result.
 */
public final class ResultDirectory {
    /** The result document's file name. */
    public static final String RESULT = "result.json";

    private static final String LATEST = "latest";
    private static final int LONGEST_NAME = 120;
    private static final DateTimeFormatter UTC =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final Path path;
    private final boolean reopened;
    private final Map<String, String> nameOfCell = new HashMap<>();
    private final Set<String> namesTaken = new HashSet<>();

    private ResultDirectory(Path path, boolean reopened) {
        this.path = path;
        this.reopened = reopened;
    }

    /**
     * Makes the folder of a new run.
     *
     * @param runs folder of all runs; made where it is missing
     * @param scenario id of the scenario
     * @param startedAt of the run, to the second
     * @param seed of the run
     * @throws keepalivelab.api.EnvironmentException where it cannot be made
     */
    public static ResultDirectory create(Path runs, String scenario, Instant startedAt, long seed) {
        Path ofScenario = runs.resolve(safeName(scenario));
        String name = UTC.format(startedAt) + "-" + seed;
        try {
            Files.createDirectories(ofScenario);
            return new ResultDirectory(createNew(ofScenario, name), false);
        } catch (IOException e) {
            throw AtomicFile.unwritable(ofScenario.resolve(name), e);
        }
    }

    /**
     * The folder of a run that was cut short and goes on. What a cell left there that was not finished is removed when that
     * cell begins anew.
     */
    public static ResultDirectory reopen(Path path) {
        return new ResultDirectory(path, true);
    }

    /** Leaves the folder of a finished cell as it is: no other cell gets it. */
    public void keep(String cellId) {
        nameOfCell(cellId);
    }

    private static Path createNew(Path parent, String name) throws IOException {
        Path wanted = parent.resolve(name);
        // Two runs with one seed within a second: the next number is free, or the one after it.
        for (int n = 2; ; n++) {
            try {
                return Files.createDirectory(wanted);
            } catch (FileAlreadyExistsException e) {
                wanted = parent.resolve(name + "-" + n);
            }
        }
    }

    /** The folder. */
    public Path path() {
        return path;
    }

    /**
     * The folder of one cell, for its native configuration, proxy log and ledger; made, empty, on the first call.
     *
     * @param cellId any text; other ids get other folders
     */
    public Path cell(String cellId) {
        boolean first = isNew(cellId);
        Path folder = path.resolve("cells").resolve(nameOfCell(cellId));
        try {
            if (first && reopened) {
                empty(folder);
            }
            return Files.createDirectories(folder);
        } catch (IOException e) {
            throw AtomicFile.unwritable(folder, e);
        }
    }

    /** A file of this run as result files name it: relative to the folder, with {@code /}. */
    public String relative(Path file) {
        return path.relativize(file).toString().replace('\\', '/');
    }

    /**
     * Writes a file into the run's folder.
     *
     * @return its relative name
     */
    public String write(String name, String text) {
        Path file = path.resolve(safeName(name));
        AtomicFile.write(file, text);
        return relative(file);
    }

    /**
     * Writes a file into a cell's folder.
     *
     * @return its relative name
     */
    public String write(String cellId, String name, String text) {
        Path file = cell(cellId).resolve(safeName(name));
        AtomicFile.write(file, text);
        return relative(file);
    }

    /**
     * Writes the latencies of a cell as {@code <cell>.hlog}.
     *
     * @return its relative name
     */
    public String write(String cellId, LatencyLog log) {
        Path file = path.resolve(nameOfCell(cellId) + ".hlog");
        AtomicFile.write(file, log.bytes());
        return relative(file);
    }

    /** Writes {@code result.json} in place of the earlier one, and lets {@code latest} lead here. */
    public void write(RunResult result) {
        AtomicFile.write(path.resolve(RESULT), ResultJson.write(result));
        Path latest = path.resolveSibling(LATEST);
        // A real folder of that name is someone's own: a convenience must neither touch it nor end a measured run.
        if (!Files.isDirectory(latest, LinkOption.NOFOLLOW_LINKS)) {
            AtomicFile.point(latest, path.getFileName());
        }
    }

    private static void empty(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            try (Stream<Path> left = Files.list(folder)) {
                for (Path file : left.toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private synchronized boolean isNew(String cellId) {
        return !nameOfCell.containsKey(cellId);
    }

    private synchronized String nameOfCell(String cellId) {
        return nameOfCell.computeIfAbsent(cellId, this::unusedName);
    }

    private String unusedName(String cellId) {
        String name = safeName(cellId);
        String unused = name;
        for (int n = 2; !namesTaken.add(unused.toLowerCase(Locale.ROOT)); n++) {
            unused = name + "-" + n;
        }
        return unused;
    }

    /** The text with everything replaced that could leave the folder, hide the file or need quoting in a shell. */
    static String safeName(String text) {
        String plain = text.replaceAll("[^A-Za-z0-9._=,@+-]+", "_").replaceAll("^[.-]+", "_");
        String some = plain.isEmpty() ? "_" : plain;
        return some.length() <= LONGEST_NAME ? some : some.substring(0, LONGEST_NAME);
    }
}
