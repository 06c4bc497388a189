package keepalivelab.app.terminal;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Stdout or stderr of this process, in the locale's charset. Any other writer leads to no terminal. */
public final class StandardStream extends PrintWriter {
    private final Path descriptor;

    private StandardStream(PrintStream stream, int descriptor) {
        super(stream, true, Charset.defaultCharset());
        this.descriptor = Path.of("/proc/self/fd", Integer.toString(descriptor));
    }

    public static StandardStream out() {
        return new StandardStream(System.out, 1);
    }

    public static StandardStream err() {
        return new StandardStream(System.err, 2);
    }

    /** The device of the terminal that a writer leads to; empty where it leads elsewhere, or nobody can tell. */
    static Optional<Path> device(PrintWriter writer) {
        return writer instanceof StandardStream stream ? stream.device() : Optional.empty();
    }

    private Optional<Path> device() {
        try {
            Path target = Files.readSymbolicLink(descriptor);
            String name = target.toString();
            boolean terminal =
                    name.startsWith("/dev/pts/") || name.startsWith("/dev/tty") || name.equals("/dev/console");
            return terminal ? Optional.of(target) : Optional.empty();
        } catch (IOException | UnsupportedOperationException elsewhere) {
            // No Linux: better no progress than a progress that fills a log.
            return Optional.empty();
        }
    }
}
