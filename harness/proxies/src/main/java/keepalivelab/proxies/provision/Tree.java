package keepalivelab.proxies.provision;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Files with all that is below them. */
final class Tree {
    private Tree() {}

    /** Bytes of all files; symbolic links count nothing; 0 where it cannot be read. */
    static long bytes(Path tree) {
        try (Stream<Path> paths = Files.walk(tree)) {
            return paths.filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))
                    .mapToLong(path -> path.toFile().length())
                    .sum();
        } catch (IOException | UncheckedIOException e) {
            return 0;
        }
    }

    /** Lets everybody enter a folder that was made for one user only: a proxy may run as another. */
    static void readable(Path folder) throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Where another process was faster, its copy is as good: both come from the same checked package. */
    static void moveIntoPlace(Path made, Path place) throws IOException {
        try {
            Files.move(made, place, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileAlreadyExistsException | DirectoryNotEmptyException e) {
            if (!Files.isDirectory(place)) {
                throw e;
            }
        }
    }

    static void delete(Path tree) throws IOException {
        List<Path> paths;
        try (Stream<Path> all = Files.walk(tree)) {
            paths = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : paths) {
            Files.delete(path);
        }
    }
}
