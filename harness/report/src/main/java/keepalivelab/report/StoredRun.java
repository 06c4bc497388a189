package keepalivelab.report;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import keepalivelab.api.InputException;

/**
 * A run as its folder has it: read as far as it can be, with what is wrong said beside it.
 *
 * @param folder of the run
 * @param result of the run; partial where cells are missing
 * @param problems what of the result could not be read, one line each with the file's name; empty for a whole run
 */
public record StoredRun(Path folder, RunResult result, List<String> problems) {
    private static final int MISSING_NAMED = 3;

    public StoredRun {
        Objects.requireNonNull(folder, "folder");
        Objects.requireNonNull(result, "result");
        problems = List.copyOf(problems);
    }

    /**
     * Reads a run. A result that ends in the middle is read up to its last whole cell.
     *
     * @param path its folder, or its {@code result.json}
     * @throws InputException where there is no result, or nothing of it can be read, naming the file
     */
    public static StoredRun read(Path path) {
        Path file = Files.isDirectory(path) ? path.resolve(ResultDirectory.RESULT) : path;
        if (!Files.isRegularFile(file)) {
            throw new InputException(path + ": no " + ResultDirectory.RESULT
                    + " there; name the folder of one run, e.g. results/runs/<scenario>/latest");
        }
        Path folder = file.toAbsolutePath().normalize().getParent();
        List<String> problems = new ArrayList<>();
        RunResult result = result(file, problems);
        if (folder == null) {
            throw new InputException(file + " is not in a folder");
        }
        if (problems.isEmpty() && result.partial()) {
            problems.add(file + ": partial, the run was cut short after " + cells(result));
        }
        return new StoredRun(folder, result, problems);
    }

    private static RunResult result(Path file, List<String> problems) {
        try {
            return ResultJson.read(file);
        } catch (InputException broken) {
            RunResult kept = ResultJson.wholeCells(file).orElseThrow(() -> broken);
            problems.add(broken.getMessage() + "; " + cells(kept) + " before that "
                    + (kept.cells().size() == 1 ? "is" : "are") + " kept");
            return kept;
        }
    }

    private static String cells(RunResult result) {
        int count = result.cells().size();
        return count == 1 ? "1 whole cell" : count + " whole cells";
    }

    /**
     * Files that the result names and that are not there: one line each for a few, one for many, and one for a result that was
     * stored alone.
     */
    public List<String> missingFiles() {
        List<String> named = result.cells().stream()
                .flatMap(cell -> cell.files().values().stream())
                .toList();
        List<String> missing = named.stream()
                .filter(name -> !Files.isRegularFile(folder.resolve(name)))
                .toList();
        if (!missing.isEmpty() && missing.size() == named.size()) {
            return List.of(folder + ": holds the result alone; its ledgers and configurations were not kept");
        }
        return missing.size() > MISSING_NAMED
                ? List.of(folder + ": " + missing.size() + " of the " + named.size()
                        + " files that the result names are not there, such as " + missing.get(0))
                : missing.stream()
                        .map(name -> folder.resolve(name) + ": missing")
                        .toList();
    }

    /** The folder's name, for messages and tables. */
    public String name() {
        return folder.getFileName() == null
                ? folder.toString()
                : folder.getFileName().toString();
    }
}
