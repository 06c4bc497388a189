package keepalivelab.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import keepalivelab.app.Home;
import keepalivelab.app.Main;
import keepalivelab.app.command.Words;
import keepalivelab.app.scenario.Scenario;
import keepalivelab.report.FittedTable;
import keepalivelab.report.GateTable;
import keepalivelab.report.ResultJson;
import keepalivelab.report.RunResult;
import keepalivelab.report.TableFit;
import keepalivelab.report.TableLayout;
import keepalivelab.report.TableModel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The tables of every run that is published here, as a terminal shows them. */
class ReferenceTablesTest {
    static Stream<Path> results() throws IOException {
        List<Path> results = new ArrayList<>();
        try (Stream<Path> folders = Files.list(Home.path().resolve("results/reference"))) {
            folders.map(folder -> folder.resolve("result.json"))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .forEach(results::add);
        }
        assertThat(results).hasSizeGreaterThan(20);
        return results.stream();
    }

    @ParameterizedTest
    @MethodSource("results")
    void noLineIsWiderThanTheTerminalAndNoRowIsBroken(Path file) {
        for (TableModel table : tables(ResultJson.read(file))) {
            for (int width : new int[] {80, 100, 200}) {
                TableFit fit = new TableFit(width, "all columns: table.md", EnumSet.allOf(TableFit.Extra.class));
                List<String> lines = FittedTable.render(table, fit)
                        .replaceAll("\u001b\\[[0-9;]*m", "")
                        .lines()
                        .toList();
                assertThat(lines)
                        .allSatisfy(line -> assertThat(line.codePointCount(0, line.length()))
                                .as(line)
                                .isLessThanOrEqualTo(width));
                assertThat(rows(lines)).isEqualTo(table.rows().size());
            }
        }
    }

    private static List<TableModel> tables(RunResult result) {
        Scenario scenario = Main.catalog().read(result.scenario().id(), Words.ofScenarios());
        long arms = result.cells().stream()
                .map(cell -> cell.arm().label())
                .distinct()
                .count();
        TableLayout layout = ScenarioLayout.of(scenario, (int) arms);
        List<TableModel> tables = new ArrayList<>(List.of(layout.model(result)));
        tables.addAll(layout.seriesTables(result));
        GateTable.of(result).ifPresent(tables::add);
        return tables;
    }

    /** Lines between the rule below the header and the first empty line. */
    private static int rows(List<String> lines) {
        int rule = 0;
        while (!lines.get(rule).matches("[- ]*-[- ]*")) {
            rule++;
        }
        int end = rule + 1;
        while (end < lines.size() && !lines.get(end).isEmpty()) {
            end++;
        }
        return end - rule - 1;
    }
}
