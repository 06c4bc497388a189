package keepalivelab.report.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tech.tablesaw.api.ColumnType;
import tech.tablesaw.api.Table;
import tech.tablesaw.io.csv.CsvReadOptions;

/** Tablesaw reads our tables without being told anything about them. */
class TablesawTest {
    @Test
    void numbersAreNumbersAndEveryRowIsThere() {
        String csv = Export.of("csv")
                .documents(List.of(ExportedRuns.stored(ExportedRuns.held()), ExportedRuns.stored(ExportedRuns.mixed())))
                .get("runs.csv");
        Table table = Table.read().usingOptions(CsvReadOptions.builderFromString(csv));
        assertThat(table.rowCount()).isEqualTo(9);
        assertThat(table.column("accepts").type()).isEqualTo(ColumnType.INTEGER);
        assertThat(table.column("service_p50_us").type()).isEqualTo(ColumnType.DOUBLE);
        assertThat(table.column("reuse_ratio").type()).isEqualTo(ColumnType.DOUBLE);
        assertThat(table.intColumn("accepts").sum()).isEqualTo(100 + 50 + 8 + 8 + 5 * 40);
        assertThat(table.stringColumn("arm").get(1)).isEqualTo("new \"quoted\", and more");
    }
}
