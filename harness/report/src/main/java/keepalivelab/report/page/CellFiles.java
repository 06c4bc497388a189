package keepalivelab.report.page;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The files of a cell. A result names them, and a result may come from anybody: what leads out of the run's folder is not
 * read, so that a report that is sent on holds nothing else of this machine.
 *
 * @param folder of the run
 * @param names what → path relative to it
 */
record CellFiles(Path folder, Map<String, String> names) {
    private static final long LARGEST = 32L << 20;
    private static final String CONFIG = "config ";

    /** The content of a file as bytes; empty where it is missing, too large or elsewhere. */
    Optional<byte[]> bytes(String what) {
        String name = names.get(what);
        return name == null ? Optional.empty() : inside(name).flatMap(CellFiles::read);
    }

    /** The content as text. Bytes that are no UTF-8 are replaced, as logs may hold anything. */
    Optional<String> text(String what) {
        return bytes(what).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    /** Names of the native configuration files. */
    List<String> configurations() {
        return names.keySet().stream().filter(what -> what.startsWith(CONFIG)).toList();
    }

    /** What the proxy wrote while it ran, by file name: what lies beside the ledger and ends in {@code .log}. */
    List<Path> logs() {
        Optional<Path> ledger = Optional.ofNullable(names.get("ledger")).flatMap(this::inside);
        Optional<Path> cell = ledger.flatMap(file -> Optional.ofNullable(file.getParent()));
        if (cell.isEmpty()) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(cell.get())) {
            List<Path> logs = new ArrayList<>();
            for (Path file : files.sorted().toList()) {
                if (file.toString().endsWith(".log") && !Files.isSymbolicLink(file)) {
                    logs.add(file);
                }
            }
            return logs;
        } catch (IOException gone) {
            return List.of();
        }
    }

    /** The text of a file that {@link #logs} named. */
    static Optional<String> textOf(Path file) {
        return read(file).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    private Optional<Path> inside(String name) {
        try {
            Path root = folder.toRealPath();
            Path file = root.resolve(name).toRealPath();
            return file.startsWith(root) ? Optional.of(file) : Optional.empty();
        } catch (IOException | InvalidPathException missingOrNoName) {
            return Optional.empty();
        }
    }

    private static Optional<byte[]> read(Path file) {
        try {
            return Files.isRegularFile(file) && Files.size(file) <= LARGEST
                    ? Optional.of(Files.readAllBytes(file))
                    : Optional.empty();
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }
}
