package keepalivelab.report.frame;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import keepalivelab.api.InputException;
import keepalivelab.report.CsvTable;
import keepalivelab.report.ResultDirectory;
import keepalivelab.report.ResultJson;
import keepalivelab.report.RunResult;
import keepalivelab.report.TableLayout;
import keepalivelab.report.TableModel;
import tech.tablesaw.api.Table;
import tech.tablesaw.io.csv.CsvReadOptions;

/**
 * A stored run as tables. Columns are those of {@code table.csv}, one row per cell, the unit in the name; a run that was
 * killed has its finished cells.
 */
public final class RunFrame {
    private final Path folder;
    private final RunResult result;

    private RunFrame(Path folder, RunResult result) {
        this.folder = folder;
        this.result = result;
    }

    /**
     * Opens a run.
     *
     * @param run its folder, or its {@code result.json}
     * @throws InputException naming the file that is missing or no result
     */
    public static RunFrame open(Path run) {
        Path json = Files.isDirectory(run) ? run.resolve(ResultDirectory.RESULT) : run;
        RunResult result = ResultJson.read(json);
        Path folder = json.toAbsolutePath().getParent();
        return new RunFrame(folder == null ? Path.of("") : folder, result);
    }

    /** What was stored. */
    public RunResult result() {
        return result;
    }

    /** One row per cell. */
    public Table cells() {
        return table(
                result.scenario().id(), CsvTable.render(TableLayout.everything().model(result)));
    }

    /**
     * The series of one name of all cells, e.g. {@code gapBins}: arm, axes, then the series' own columns.
     *
     * @throws InputException if no cell has it, naming those there are
     */
    public Table series(String name) {
        List<TableModel> models = new TableLayout(List.of("series." + name)).seriesTables(result);
        if (models.isEmpty()) {
            List<String> there = result.cells().stream()
                    .flatMap(cell -> cell.series().stream())
                    .map(series -> series.name())
                    .distinct()
                    .toList();
            throw new InputException(folder + ": no series '" + name + "'; there are: "
                    + (there.isEmpty() ? "none" : String.join(", ", there)));
        }
        return table(name, CsvTable.render(models.get(0)));
    }

    /**
     * A CSV file of one cell, e.g. its {@code connections.csv}.
     *
     * @param file relative to the run's folder
     * @throws InputException naming the file if it is missing
     */
    public Table file(String file) {
        Path path = folder.resolve(file);
        try {
            return table(path.getFileName().toString(), Files.readString(path));
        } catch (IOException e) {
            throw new InputException(path + ": cannot be read: " + e.getMessage());
        }
    }

    private static Table table(String name, String csv) {
        // The type of a column is decided by all its values, not by the first ones.
        return Table.read()
                .usingOptions(CsvReadOptions.builderFromString(csv)
                        .sample(false)
                        .tableName(name)
                        .build());
    }
}
