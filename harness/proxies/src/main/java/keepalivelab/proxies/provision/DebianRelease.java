package keepalivelab.proxies.provision;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Which release of Debian runs on this machine. */
final class DebianRelease {
    private static final Path FILE = Path.of("/etc/os-release");

    private DebianRelease() {}

    /** Its code name, e.g. {@code bookworm}; empty on any other system. */
    static Optional<String> codeName() {
        return line("ID").filter("debian"::equals).flatMap(debian -> line("VERSION_CODENAME"));
    }

    private static Optional<String> line(String key) {
        try {
            return Files.readAllLines(FILE).stream()
                    .filter(line -> line.startsWith(key + "="))
                    .map(line -> line.substring(key.length() + 1).replace("\"", ""))
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
