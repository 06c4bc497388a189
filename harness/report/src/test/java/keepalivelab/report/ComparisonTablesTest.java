package keepalivelab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTablesTest {
    private static RunResult result(double factor) {
        Comparison how = Compared.how(16, 6, true);
        List<Round> rounds = Compared.timed(16, factor);
        return SampleResults.started()
                .withRounds(how, rounds)
                .withGates(ComparisonJudge.gates(how, rounds))
                .finished(SampleResults.FINISHED);
    }

    @Test
    void theTableSaysTheVerdictWithItsNumbers() {
        String table = MarkdownTable.render(ComparisonTables.gates(result(1.2)));
        assertThat(table)
                .startsWith("**keepalive-size: new against old: REGRESSED**")
                .contains("| size=8 | p50 | ")
                .contains("REGRESSED size=8 p50: worse by at least")
                .contains("16 rounds of fresh processes, both arms at once, 6 windows of 1.5s at 2000/s; seed 42");
        assertThat(MarkdownTable.render(ComparisonTables.gates(result(1)))).contains(": PASS**");
    }

    @Test
    void itFitsATerminal() {
        assertThat(TextTable.render(ComparisonTables.gates(result(1.2))).lines())
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(TextTable.WIDTH));
    }

    @Test
    void windowsAreOneRowEach() {
        List<String> lines =
                CsvTable.render(ComparisonTables.windows(result(1))).lines().toList();
        assertThat(lines).hasSize(1 + 16 * 2 * 6);
        assertThat(lines.get(0))
                .isEqualTo("cell,round,arm,window,planned_per_second,count,not_ok,response_p50_us,response_p99_us,"
                        + "lag_p99_us,valid");
        assertThat(lines.get(1)).startsWith("size=8,0,old,0,2000,1500,0,").endsWith(",1,true");
        assertThat(CsvTable.render(ComparisonTables.windows(SampleResults.compared())))
                .contains("c1,0,canary,0,0,1500,0,205.5,900.25,40,true");
    }
}
