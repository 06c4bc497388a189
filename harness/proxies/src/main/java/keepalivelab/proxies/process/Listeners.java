package keepalivelab.proxies.process;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * How many sockets listen on a port. Some proxies let others of their kind listen on theirs (SO_REUSEPORT), so that a
 * second one starts without a complaint and the kernel deals connections out to both.
 */
public final class Listeners {
    private static final Path TABLE = Path.of("/proc/net/tcp");
    private static final Path TABLE_6 = Path.of("/proc/net/tcp6");
    private static final String LISTEN = "0A";

    private Listeners() {}

    /** Sockets that listen on the address's port, on whatever address; 0 where the system does not tell. */
    public static long on(InetSocketAddress address) {
        String port = String.format(Locale.ROOT, ":%04X", address.getPort());
        return count(TABLE, port) + count(TABLE_6, port);
    }

    private static long count(Path table, String port) {
        try (Stream<String> lines = Files.lines(table, StandardCharsets.US_ASCII)) {
            return lines.map(String::strip)
                    .map(line -> line.split("\\s+", 5))
                    .filter(fields -> fields.length > 3 && fields[1].endsWith(port) && fields[3].equals(LISTEN))
                    .count();
        } catch (IOException e) {
            return 0;
        }
    }

    /** Whether anybody else listens there beside the one that shall. */
    public static boolean shared(InetSocketAddress address) {
        return on(address) > 1;
    }
}
