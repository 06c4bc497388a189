package keepalivelab.app.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether a person watches. */
final class Terminal {
    private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");

    private Terminal() {}

    /** Whether stderr is a terminal that understands a line being rewritten, outside CI. */
    static boolean watchesErrors() {
        String term = System.getenv().getOrDefault("TERM", "dumb");
        return System.getenv("CI") == null && !term.equals("dumb") && errorsAreATerminal();
    }

    private static boolean errorsAreATerminal() {
        try {
            String target = Files.readSymbolicLink(STANDARD_ERROR).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException elsewhere) {
            // No Linux: better no progress than a progress that fills a log.
            return false;
        }
    }
}
