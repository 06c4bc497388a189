package keepalivelab.report.export;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import keepalivelab.api.EnvironmentException;
import keepalivelab.api.InputException;
import keepalivelab.report.AtomicFile;
import keepalivelab.report.CsvTable;

/** A history that grows by a row per run. New columns come at the end; earlier rows are empty there. */
public final class HistoryFile {
    private HistoryFile() {}

    /**
     * Adds rows to a file, which is made where it is missing.
     *
     * @param csv a history with its header
     * @throws InputException for a file that is no history
     */
    public static void append(Path file, String csv) {
        List<Map<String, String>> rows = new ArrayList<>();
        Set<String> columns = new LinkedHashSet<>();
        if (Files.exists(file)) {
            read(file.toString(), text(file), columns, rows);
        }
        read("the new rows", csv, columns, rows);
        AtomicFile.write(file, CsvTable.render(new ArrayList<>(columns), rows));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new EnvironmentException("cannot read " + file + ": " + e.getMessage());
        }
    }

    /** No field of a history has a comma, a quote or a line break. */
    private static void read(String name, String csv, Set<String> columns, List<Map<String, String>> rows) {
        List<String> lines = csv.lines().toList();
        if (lines.isEmpty() || !lines.get(0).startsWith("time,commit,")) {
            throw new InputException(name + ":1: no history: its first columns are not time, commit");
        }
        String[] header = lines.get(0).split(",", -1);
        columns.addAll(List.of(header));
        for (int n = 1; n < lines.size(); n++) {
            String[] fields = lines.get(n).split(",", -1);
            if (fields.length != header.length) {
                throw new InputException(
                        name + ":" + (n + 1) + ": " + fields.length + " fields under " + header.length + " columns");
            }
            Map<String, String> row = new LinkedHashMap<>();
            for (int i = 0; i < fields.length; i++) {
                row.put(header[i], fields[i]);
            }
            rows.add(row);
        }
    }
}
