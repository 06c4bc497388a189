package keepalivelab.app.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import keepalivelab.api.EnvironmentException;
import keepalivelab.api.InputException;
import keepalivelab.report.AtomicFile;
import keepalivelab.report.ExitStatus;
import keepalivelab.report.ResultDirectory;
import keepalivelab.report.StoredRun;
import keepalivelab.report.export.Export;
import keepalivelab.report.export.HistoryFile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code run-scenario export --format X RUN}. */
@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        headerHeading = "Examples:%n"
                + "  run-scenario export --format csv results/runs%n"
                + "  run-scenario export --format prometheus --out metrics results/runs/keepalive-size/latest%n"
                + "  run-scenario export --format history --append history.csv results/runs/keepalive-size/latest%n%n",
        description =
                "Writes stored runs in the format of another tool. A run that is damaged is named, and what is whole "
                        + "of it is kept; the exit status is then 2.")
public final class ExportCommand implements Callable<Integer> {
    /** The formats, for the help. */
    static final class Formats implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Export.all().stream().map(Export::key).iterator();
        }
    }

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--format",
            required = true,
            paramLabel = "FORMAT",
            completionCandidates = Formats.class,
            description = "One of ${COMPLETION-CANDIDATES}.")
    private String format = "";

    @Parameters(arity = "1..*", paramLabel = "RUN", description = "Folder of a run, or of many.")
    private List<Path> runs = List.of();

    @Option(names = "--out", paramLabel = "DIR", description = "Writes files there. Default: one file, to stdout.")
    private @Nullable Path out;

    @Option(
            names = "--append",
            paramLabel = "FILE",
            description = "history only: adds the rows to that file, and columns that it lacks.")
    private @Nullable Path append;

    @Override
    public Integer call() {
        Export export = Export.of(format);
        if (append != null && !export.equals(Export.HISTORY)) {
            throw new InputException("--append is for --format history; use --out DIR for " + export.key());
        }
        List<String> problems = new ArrayList<>();
        List<StoredRun> stored = read(problems);
        problems.forEach(problem -> spec.commandLine().getErr().println("run-scenario: " + problem));
        if (stored.isEmpty()) {
            throw new InputException(
                    "no run to export in " + runs.stream().map(Path::toString).collect(Collectors.joining(", ")));
        }
        write(export.documents(stored));
        return problems.isEmpty() ? ExitStatus.HELD.code() : ExitStatus.USAGE.code();
    }

    private List<StoredRun> read(List<String> problems) {
        List<StoredRun> stored = new ArrayList<>();
        for (Path folder : runs.stream().flatMap(ExportCommand::folders).toList()) {
            try {
                StoredRun run = StoredRun.read(folder);
                problems.addAll(run.problems());
                stored.add(run);
            } catch (InputException e) {
                problems.add(e.getMessage());
            }
        }
        return stored;
    }

    /** The folder itself, or every run below it. Links, such as the one to the latest run, are not followed below it. */
    private static Stream<Path> folders(Path path) {
        if (!Files.isDirectory(path) || Files.exists(path.resolve(ResultDirectory.RESULT))) {
            return Stream.of(path);
        }
        try (Stream<Path> below = Files.walk(path)) {
            return below.filter(file -> file.endsWith(ResultDirectory.RESULT)).sorted().toList().stream();
        } catch (IOException e) {
            throw new EnvironmentException("cannot read " + path + ": " + e.getMessage());
        }
    }

    private void write(Map<String, String> documents) {
        if (append != null) {
            documents.values().forEach(csv -> HistoryFile.append(append, csv));
        } else if (out != null) {
            documents.forEach((name, text) -> write(out, name, text));
        } else if (documents.size() == 1) {
            PrintWriter stdout = spec.commandLine().getOut();
            documents.values().forEach(stdout::print);
            stdout.flush();
        } else {
            throw new InputException(documents.size() + " files: say where they shall be with --out DIR");
        }
    }

    private void write(Path folder, String name, String text) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new EnvironmentException("cannot make " + folder + ": " + e.getMessage());
        }
        AtomicFile.write(folder.resolve(name), text);
        spec.commandLine().getErr().println(folder.resolve(name));
    }
}
