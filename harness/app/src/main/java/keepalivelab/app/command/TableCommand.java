package keepalivelab.app.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import keepalivelab.app.Home;
import keepalivelab.report.frame.FrameForm;
import keepalivelab.report.frame.FrameQuery;
import keepalivelab.report.frame.RunFrame;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code run-scenario table RUN}: any question to a stored run's table. */
@Command(
        name = "table",
        mixinStandardHelpOptions = true,
        headerHeading = "Examples:%n"
                + "  run-scenario table keepalive-size --columns size,clients,accepts,reuse_ratio%n"
                + "  run-scenario table keepalive-size --by size,clients --columns accepts,service_p50_us%n"
                + "  run-scenario table keepalive-size --by size --across clients --columns accepts%n"
                + "  run-scenario table results/reference/race-sweep --series gapBins --where arm=embedded%n%n",
        description = "Filters, groups and spreads the table of a stored run; every column of table.csv.")
public final class TableCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "RUN",
            description = "Folder of a run or its result.json; a scenario's name for its latest run.")
    private String run = "";

    @Option(names = "--where", paramLabel = "COLUMN=VALUE", description = "Rows to keep: = != < <= > >=; repeatable.")
    private List<String> where = List.of();

    @Option(names = "--columns", split = ",", paramLabel = "COLUMN", description = "Columns to show, or to condense.")
    private List<String> columns = List.of();

    @Option(names = "--by", split = ",", paramLabel = "COLUMN", description = "Columns to group by.")
    private List<String> by = List.of();

    @Option(
            names = "--condense",
            defaultValue = "median",
            paramLabel = "HOW",
            description = "What becomes of a group's values: median (default), mean, min, max or sum.")
    private String condense = "median";

    @Option(names = "--across", paramLabel = "COLUMN", description = "Column whose values stand side by side.")
    private @Nullable String across;

    @Option(
            names = "--series",
            paramLabel = "NAME",
            description = "The cells' series of that name instead, e.g. gapBins.")
    private @Nullable String series;

    @Option(
            names = "--format",
            defaultValue = "text",
            paramLabel = "FORM",
            description = "text (default), markdown or csv.")
    private String format = "text";

    @Override
    public void run() {
        FrameForm form = FrameForm.of(format);
        FrameQuery query = new FrameQuery(where, columns, by, condense, Optional.ofNullable(across));
        RunFrame frame = RunFrame.open(folder());
        spec.commandLine()
                .getOut()
                .print(form.render(query.answer(series == null ? frame.cells() : frame.series(series))));
        spec.commandLine().getOut().flush();
    }

    private Path folder() {
        Path latest = Home.runs().resolve(run).resolve("latest");
        return run.contains("/") || !Files.isDirectory(latest) ? Path.of(run) : latest;
    }
}
