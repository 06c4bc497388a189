package keepalivelab.app;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A command line that was run inside this JVM.
 *
 * @param status what it would have exited with
 * @param out what it printed
 * @param err what it complained
 */
public record Typed(int status, String out, String err) {
    /** Runs it. */
    public static Typed words(String... words) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = Main.run(new PrintWriter(out, true), new PrintWriter(err, true), words);
        return new Typed(status, out.toString(), err.toString());
    }

    /** The lines on stderr. */
    public List<String> complaints() {
        return err.lines().toList();
    }

    /** The run folders below a folder of results. */
    public static List<Path> runsIn(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(folder, 2)) {
            return all.filter(path -> path.getNameCount() == folder.getNameCount() + 2)
                    .filter(path -> Files.isDirectory(path) && !Files.isSymbolicLink(path))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
