package keepalivelab.report.frame;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import keepalivelab.api.InputException;
import keepalivelab.api.NearestWord;
import tech.tablesaw.aggregate.AggregateFunctions;
import tech.tablesaw.aggregate.NumericAggregateFunction;
import tech.tablesaw.api.NumericColumn;
import tech.tablesaw.api.Table;
import tech.tablesaw.columns.Column;
import tech.tablesaw.selection.Selection;

/**
 * A question to a table: which rows, grouped how, which columns.
 *
 * @param conditions on rows, all of which must hold: {@code column=value}, with {@code = != < <= > >=}; empty for every row
 * @param columns to show, in this order; with groups the columns to condense; empty for all
 * @param by columns to group by; empty for no groups
 * @param condense the word of {@link #CONDENSED} for what becomes of a group's values
 * @param across column whose values become columns of their own; needs groups and exactly one column to condense
 */
public record FrameQuery(
        List<String> conditions, List<String> columns, List<String> by, String condense, Optional<String> across) {
    /** What a group's values can become, by word. */
    public static final Map<String, NumericAggregateFunction> CONDENSED = condensed();

    private static final Pattern CONDITION = Pattern.compile("(.+?)(!=|<=|>=|=|<|>)(.*)");

    public FrameQuery {
        conditions = List.copyOf(conditions);
        columns = List.copyOf(columns);
        by = List.copyOf(by);
        if (!CONDENSED.containsKey(condense)) {
            throw new InputException(
                    "no way '" + condense + "' to condense" + NearestWord.hint(condense, CONDENSED.keySet()));
        }
        if (across.isPresent() && (by.isEmpty() || columns.size() != 1)) {
            throw new InputException(
                    "'" + across.get() + "' can become columns only with groups and exactly one column to condense");
        }
    }

    private static Map<String, NumericAggregateFunction> condensed() {
        Map<String, NumericAggregateFunction> words = new LinkedHashMap<>();
        words.put("median", AggregateFunctions.median);
        words.put("mean", AggregateFunctions.mean);
        words.put("min", AggregateFunctions.min);
        words.put("max", AggregateFunctions.max);
        words.put("sum", AggregateFunctions.sum);
        return words;
    }

    /**
     * Answers it.
     *
     * @throws InputException for a column that is not there, naming the nearest, or one that has no numbers to condense
     */
    public Table answer(Table table) {
        Table rows = table;
        for (String condition : conditions) {
            rows = rows.where(rows(rows, condition));
        }
        if (by.isEmpty()) {
            return columns.isEmpty() ? rows : rows.selectColumns(named(rows, columns));
        }
        return grouped(rows);
    }

    private static Selection rows(Table table, String condition) {
        Matcher parts = CONDITION.matcher(condition);
        if (!parts.matches()) {
            throw new InputException("condition '" + condition + "': expected column=value, with = != < <= > or >=");
        }
        Column<?> column = named(table, parts.group(1).strip());
        String wanted = parts.group(3).strip();
        IntPredicate holds = row -> holds(compared(column, row, wanted), parts.group(2));
        return Selection.with(IntStream.range(0, table.rowCount()).filter(holds).toArray());
    }

    /** Numbers by size where both are numbers, everything else as text. */
    private static int compared(Column<?> column, int row, String wanted) {
        String text = column.getString(row);
        if (column instanceof NumericColumn<?> numbers && wanted.matches("-?\\d+(\\.\\d+)?") && !text.isEmpty()) {
            return Double.compare(numbers.getDouble(row), Double.parseDouble(wanted));
        }
        return Comparator.<String>naturalOrder().compare(text, wanted);
    }

    private static boolean holds(int order, String operator) {
        return switch (operator) {
            case "=" -> order == 0;
            case "!=" -> order != 0;
            case "<" -> order < 0;
            case "<=" -> order <= 0;
            case ">" -> order > 0;
            default -> order >= 0;
        };
    }

    private Table grouped(Table rows) {
        List<String> condensedColumns = columns.isEmpty() ? List.of("accepts") : columns;
        NumericAggregateFunction function = CONDENSED.get(condense);
        if (function == null) {
            throw new IllegalStateException(condense);
        }
        List<String> keys = new ArrayList<>(by);
        across.ifPresent(keys::add);
        named(rows, keys);
        Table answer = null;
        for (String column : condensedColumns) {
            Table one = condensed(rows, column, function, keys);
            if (answer == null) {
                answer = one;
            } else {
                answer.addColumns(one.column(one.columnCount() - 1));
            }
        }
        Table whole = java.util.Objects.requireNonNull(answer);
        return across.isPresent() ? spread(whole, across.get()) : whole;
    }

    private Table condensed(Table rows, String column, NumericAggregateFunction function, List<String> keys) {
        if (!(named(rows, column) instanceof NumericColumn<?>)) {
            throw new InputException("column '" + column + "' has no numbers to condense");
        }
        Table one = rows.summarize(column, function).by(keys.toArray(String[]::new));
        one.column(one.columnCount() - 1).setName(column + "_" + condense);
        return one.sortAscendingOn(keys.toArray(String[]::new));
    }

    /** The last column's values side by side, one column per value of {@code key}. */
    private Table spread(Table condensed, String key) {
        Table wide = condensed.selectColumns(by.toArray(String[]::new)).dropDuplicateRows();
        String values = condensed.columnNames().get(condensed.columnCount() - 1);
        for (String value : condensed.column(key).asStringColumn().unique().asList()) {
            tech.tablesaw.api.DoubleColumn column = tech.tablesaw.api.DoubleColumn.create(key + "=" + value);
            for (int row = 0; row < wide.rowCount(); row++) {
                column.append(valueOf(condensed, wide, row, key, value, values));
            }
            wide.addColumns(column);
        }
        return wide;
    }

    private double valueOf(Table condensed, Table wide, int row, String key, String value, String values) {
        for (int i = 0; i < condensed.rowCount(); i++) {
            int candidate = i;
            boolean same = by.stream()
                    .allMatch(name -> condensed
                            .column(name)
                            .getString(candidate)
                            .equals(wide.column(name).getString(row)));
            if (same && condensed.column(key).getString(i).equals(value)) {
                return condensed.numberColumn(values).getDouble(i);
            }
        }
        return Double.NaN;
    }

    private static String[] named(Table table, List<String> names) {
        names.forEach(name -> named(table, name));
        return names.toArray(String[]::new);
    }

    private static Column<?> named(Table table, String name) {
        if (!table.columnNames().contains(name)) {
            throw new InputException("no column '" + name + "'" + NearestWord.hint(name, table.columnNames()));
        }
        return table.column(name);
    }
}
