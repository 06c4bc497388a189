package keepalivelab.report.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import keepalivelab.api.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tech.tablesaw.api.Table;
import tech.tablesaw.io.csv.CsvReadOptions;

class FrameQueryTest {
    private static final Table TABLE = Table.read()
            .usingOptions(CsvReadOptions.builderFromString("""
                            arm,size,clients,accepts,version
                            a,2,1,3,1.22.1
                            a,2,8,900,1.22.1
                            a,8,8,8,1.22.1
                            b,2,1,3,1.31.3
                            b,2,8,700,1.31.3
                            b,8,8,10,1.31.3
                            """).tableName("t").build());

    @ParameterizedTest
    @CsvSource({
        "size=8, 2",
        "size!=8, 4",
        "accepts>=10, 3",
        "accepts<10, 3",
        "accepts>900, 0",
        "accepts<=3, 2",
        "arm=a, 3",
        "version=1.31.3, 3",
        "clients = 1, 2"
    })
    void aConditionKeepsTheRowsForWhichItHolds(String condition, int rows) {
        assertThat(query(List.of(condition), List.of(), List.of(), "median")
                        .answer(TABLE)
                        .rowCount())
                .isEqualTo(rows);
    }

    @Test
    void allConditionsMustHold() {
        Table some = query(List.of("arm=b", "clients=8"), List.of("size", "accepts"), List.of(), "median")
                .answer(TABLE);
        assertThat(FrameForm.CSV.render(some).lines()).containsExactly("size,accepts", "2,700", "8,10");
    }

    @ParameterizedTest
    @CsvSource({"median, 800", "mean, 800", "min, 700", "max, 900", "sum, 1600"})
    void aGroupIsCondensed(String how, int accepts) {
        Table groups = query(List.of("size=2", "clients=8"), List.of("accepts"), List.of("size"), how)
                .answer(TABLE);
        assertThat(FrameForm.CSV.render(groups).lines()).containsExactly("size,accepts_" + how, "2," + accepts);
    }

    @Test
    void severalColumnsAreCondensedSideBySide() {
        Table groups = query(List.of(), List.of("accepts", "clients"), List.of("arm"), "max")
                .answer(TABLE);
        assertThat(groups.columnNames()).containsExactly("arm", "accepts_max", "clients_max");
        assertThat(groups.rowCount()).isEqualTo(2);
    }

    @Test
    void valuesOfAColumnStandSideBySide() {
        Table wide = new FrameQuery(
                        List.of("arm=a"), List.of("accepts"), List.of("size"), "median", Optional.of("clients"))
                .answer(TABLE);
        assertThat(FrameForm.TEXT.render(wide).replaceAll(" +", " "))
                .contains("size clients=1 clients=8", "2 3 900", "8 - 8");
    }

    @Test
    void aMistypedColumnOrWordNamesTheNearest() {
        assertThatThrownBy(() ->
                        query(List.of("siez=8"), List.of(), List.of(), "median").answer(TABLE))
                .isInstanceOf(InputException.class)
                .hasMessage("no column 'siez'; did you mean 'size'?");
        assertThatThrownBy(() -> query(List.of(), List.of("accept"), List.of("arm"), "median")
                        .answer(TABLE))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("did you mean 'accepts'?");
        assertThatThrownBy(() -> query(List.of(), List.of(), List.of(), "medain"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("did you mean 'median'?");
        assertThatThrownBy(() -> FrameForm.of("cvs"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("did you mean 'csv'?");
    }

    @Test
    void whatCannotBeAskedIsSaid() {
        assertThatThrownBy(() ->
                        query(List.of("size"), List.of(), List.of(), "median").answer(TABLE))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("condition 'size'");
        assertThatThrownBy(() -> query(List.of(), List.of("version"), List.of("arm"), "median")
                        .answer(TABLE))
                .isInstanceOf(InputException.class)
                .hasMessage("column 'version' has no numbers to condense");
        assertThatThrownBy(() -> new FrameQuery(List.of(), List.of(), List.of(), "median", Optional.of("clients")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("only with groups");
    }

    private static FrameQuery query(List<String> where, List<String> columns, List<String> by, String how) {
        return new FrameQuery(where, columns, by, how, Optional.empty());
    }
}
