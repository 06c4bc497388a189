package keepalivelab.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.atomic.AtomicLong;
import keepalivelab.api.EnvironmentException;

/** Files that a reader sees either whole or not at all: written under another name beside the target, then renamed. */
public final class AtomicFile {
    private static final String BEGUN = ".tmp";
    private static final AtomicLong COUNT = new AtomicLong();

    private AtomicFile() {}

    /** Writes text as UTF-8, in place of what was there. */
    public static void write(Path target, String text) {
        write(target, text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Writes bytes, in place of what was there.
     *
     * @throws EnvironmentException where the folder takes no files
     */
    public static void write(Path target, byte[] bytes) {
        Path begun = begunBeside(target);
        try {
            Files.write(begun, bytes);
            Files.move(begun, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            forget(begun);
            throw unwritable(target, e);
        }
    }

    /** Points a symbolic link somewhere; a small file with that text where the file system has no links. */
    static void point(Path link, Path to) {
        Path begun = begunBeside(link);
        try {
            Files.createSymbolicLink(begun, to);
            Files.move(begun, link, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (UnsupportedOperationException | IOException e) {
            forget(begun);
            write(link, to + "\n");
        }
    }

    /** The one line for a place that cannot be written: what, why, and the remedy. */
    public static EnvironmentException unwritable(Path path, IOException why) {
        return new EnvironmentException("cannot write " + path + ": " + reason(why)
                + "; make the folder writable, free some space, or name another one with --out");
    }

    private static String reason(IOException why) {
        String kind = why.getClass().getSimpleName().replace("Exception", "");
        return why.getMessage() == null ? kind : kind + " (" + why.getMessage() + ")";
    }

    private static Path begunBeside(Path target) {
        long pid = ProcessHandle.current().pid();
        return target.resolveSibling("." + target.getFileName() + "-" + pid + "-" + COUNT.incrementAndGet() + BEGUN);
    }

    private static void forget(Path begun) {
        try {
            Files.deleteIfExists(begun);
        } catch (IOException e) {
            // A leftover is hidden and never read; the failure that led here is the one to report.
        }
    }
}
