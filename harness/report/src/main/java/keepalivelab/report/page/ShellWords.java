package keepalivelab.report.page;

import java.util.List;
import java.util.stream.Collectors;

/** A command as a shell takes it. */
final class ShellWords {
    private ShellWords() {}

    /** The words on one line, quoted where a shell would read them otherwise. */
    static String line(List<String> words) {
        return words.stream().map(ShellWords::quoted).collect(Collectors.joining(" "));
    }

    private static String quoted(String word) {
        return word.matches("[A-Za-z0-9._/:=,@%+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
