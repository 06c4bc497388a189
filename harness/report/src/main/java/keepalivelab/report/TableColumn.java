package keepalivelab.report;

import java.util.Objects;
import java.util.function.Function;

/**
 * One column that a table can have.
 *
 * @param id the word that a scenario's {@code table:} chooses it by
 * @param csvName its name in {@code table.csv}, with the unit where there is one
 * @param header its name for people
 * @param shape what its values are
 * @param meaning one line for reference pages
 * @param value how to take it from a cell
 */
public record TableColumn(
        String id, String csvName, String header, Shape shape, String meaning, Function<CellResult, TableValue> value) {
    public TableColumn {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(csvName, "csvName");
        Objects.requireNonNull(header, "header");
        Objects.requireNonNull(shape, "shape");
        Objects.requireNonNull(meaning, "meaning");
        Objects.requireNonNull(value, "value");
    }

    /** What the values of a column are, and so how they are laid out. */
    public enum Shape {
        /** Says in words which row it is. */
        KEY_TEXT,
        /** Says by a number which row it is. */
        KEY_NUMBER,
        /** Words. */
        TEXT,
        /** A number that counts something. */
        NUMBER,
        /** A share of 0 to 1. */
        RATIO,
        /** A time in microseconds. */
        TIME;

        /** Whether values line up at their right end and are never wrapped. */
        public boolean rightAligned() {
            return this != KEY_TEXT && this != TEXT;
        }

        /** Whether it says which row it is. */
        public boolean key() {
            return this == KEY_TEXT || this == KEY_NUMBER;
        }
    }

    TableColumn withHeader(String other) {
        return new TableColumn(id, csvName, other, shape, meaning, value);
    }
}
