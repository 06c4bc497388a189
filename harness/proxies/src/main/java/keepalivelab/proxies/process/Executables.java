package keepalivelab.proxies.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds programs. */
public final class Executables {
    private Executables() {}

    /** The program of that name in the first folder of the PATH that has it. */
    public static Optional<Path> onPath(String name) {
        return in(pathFolders(), name).findFirst();
    }

    /** The program of that name in each of the folders that has it, on the PATH first, then in {@code others}. */
    public static List<Path> everywhere(String name, List<String> others) {
        return in(Stream.concat(pathFolders(), others.stream()), name).toList();
    }

    private static Stream<String> pathFolders() {
        return Arrays.stream(
                Optional.ofNullable(System.getenv("PATH")).orElse("").split(File.pathSeparator));
    }

    private static Stream<Path> in(Stream<String> folders, String name) {
        return folders.filter(folder -> !folder.isEmpty())
                .flatMap(folder -> path(folder).stream())
                .map(folder -> folder.resolve(name))
                .filter(Files::isRegularFile)
                .filter(Files::isExecutable)
                .distinct();
    }

    private static Optional<Path> path(String folder) {
        try {
            return Optional.of(Path.of(folder));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }
}
