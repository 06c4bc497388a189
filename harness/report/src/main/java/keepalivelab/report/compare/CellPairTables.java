package keepalivelab.report.compare;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import keepalivelab.report.CellResult;
import keepalivelab.report.TableColumn;
import keepalivelab.report.TableColumns;
import keepalivelab.report.TableModel;
import keepalivelab.report.TableValue;
import keepalivelab.report.compare.CellPair.Pairs;

/** The cells of two runs side by side, each figure once for the base and once for the candidate. */
final class CellPairTables {
    private static final List<String> COUNTS = List.of("outcomes", "accepts", "reuse", "duplicates", "verdict");
    private static final List<String> TIMES = List.of("timed", "p50", "p99", "response_p50", "response_p99");

    private CellPairTables() {}

    static TableModel counts(String scenario, Pairs pairs) {
        return table(scenario + ": counts, base and candidate", pairs, COUNTS, pairs.notes());
    }

    static TableModel times(String scenario, Pairs pairs) {
        return table(
                scenario + ": times, base and candidate (not judged)",
                pairs,
                TIMES,
                List.of(
                        "not judged: times of two runs differ for many reasons; 'run-scenario ab' judges them side by side"));
    }

    private static TableModel table(String title, Pairs pairs, List<String> figures, List<String> notes) {
        Set<String> axes = new LinkedHashSet<>();
        pairs.pairs().forEach(pair -> axes.addAll(pair.candidate().axes().keySet()));
        List<TableColumn> sources = figures.stream()
                .flatMap(id -> TableColumns.fixed(id).stream())
                .filter(column -> pairs.pairs().stream().anyMatch(pair -> says(column, pair)))
                .toList();
        List<TableColumn> columns = new ArrayList<>(List.of(column("arms", TableColumn.Shape.KEY_TEXT)));
        axes.forEach(axis -> columns.add(column(axis, TableColumn.Shape.KEY_NUMBER)));
        for (TableColumn source : sources) {
            columns.add(column(source.header() + " base", source.shape()));
            columns.add(column(source.header() + " candidate", source.shape()));
        }
        List<List<TableValue>> rows =
                pairs.pairs().stream().map(pair -> row(pair, axes, sources)).toList();
        return new TableModel(title, columns, rows, notes);
    }

    private static boolean says(TableColumn column, CellPair pair) {
        return !column.value().apply(pair.base()).equals(TableValue.NONE)
                || !column.value().apply(pair.candidate()).equals(TableValue.NONE);
    }

    private static List<TableValue> row(CellPair pair, Set<String> axes, List<TableColumn> sources) {
        List<TableValue> row = new ArrayList<>(List.of(TableValue.of(arms(pair.base(), pair.candidate()))));
        axes.forEach(axis -> row.add(TableValue.scalar(pair.candidate().axes().get(axis))));
        for (TableColumn source : sources) {
            row.add(source.value().apply(pair.base()));
            row.add(source.value().apply(pair.candidate()));
        }
        return row;
    }

    private static String arms(CellResult base, CellResult candidate) {
        String before = base.arm().label();
        String now = candidate.arm().label();
        return before.equals(now) ? now : before + " / " + now;
    }

    /** Its values stand in the rows already. */
    private static TableColumn column(String name, TableColumn.Shape shape) {
        return new TableColumn(name, name, name, shape, "column of a comparison", cell -> TableValue.NONE);
    }
}
