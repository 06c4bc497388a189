package keepalivelab.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

/** The lines of an output with every number, its unit, and every width made equal. */
final class OutputShape {
    private static final String LEFT_OUT = "...";

    private OutputShape() {}

    /** Each shown line must come in the output, in the same order; {@value #LEFT_OUT} stands for any lines. */
    static void check(List<String> shown, String output) {
        List<String> missing = new ArrayList<>();
        List<String> lines = output.lines().map(OutputShape::of).toList();
        int from = 0;
        for (String line : shown) {
            if (line.isBlank() || line.strip().equals(LEFT_OUT)) {
                continue;
            }
            int at = lines.subList(from, lines.size()).indexOf(of(line));
            if (at < 0) {
                missing.add(line);
            } else {
                from += at + 1;
            }
        }
        assertThat(missing)
                .as("lines that the page shows and the output lacks; it is:\n" + output)
                .isEmpty();
    }

    /** The protocol's version is no measured number. */
    private static String of(String line) {
        return line.replace("HTTP/1.0", "HTTP/one-zero")
                .replace("HTTP/1.1", "HTTP/one-one")
                .replaceAll("\\d[\\d.,]*(?:us|ms|s|%)?\\*?", "0")
                .replaceAll("-{2,}", "-")
                .replaceAll("\\s+", " ")
                .strip();
    }
}
