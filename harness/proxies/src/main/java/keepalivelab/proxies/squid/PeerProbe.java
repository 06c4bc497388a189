package keepalivelab.proxies.squid;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import keepalivelab.api.Ticker;

/**
 * The connection without a request that Squid opens to its peer when it starts, and closes. It would be counted in the
 * measurement if the backend took it late, so Squid is ready only when it is over: when the backend has closed it as well,
 * which the kernel's table of connections tells. Confined to the thread that starts Squid.
 */
final class PeerProbe {
    /** A backend that takes no connection, or resets it, leaves nothing to see. */
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private static final Path TABLE = Path.of("/proc/net/tcp");
    /** Both ends have closed, and this end did so first. */
    private static final String TIME_WAIT = "06";

    private final String upstream;
    private final Set<String> earlier;
    private long waitedSinceNanos = -1;

    /** Notes what is connected to the upstream already: to be made before Squid starts. */
    PeerProbe(InetSocketAddress upstream) {
        this.upstream = hex(upstream);
        this.earlier = Set.copyOf(states().keySet());
    }

    /** Whether it has come and gone, or will not be seen any more. */
    boolean over() {
        long nowNanos = Ticker.SYSTEM.nanos();
        waitedSinceNanos = waitedSinceNanos < 0 ? nowNanos : waitedSinceNanos;
        Map<String, String> probes = states();
        probes.keySet().removeAll(earlier);
        boolean closed = !probes.isEmpty() && probes.values().stream().allMatch(TIME_WAIT::equals);
        return closed || upstream.isEmpty() || nowNanos - waitedSinceNanos > LIMIT.toNanos();
    }

    /** State of each connection to the upstream, by its own end's address. */
    private Map<String, String> states() {
        Map<String, String> states = new HashMap<>();
        for (String line : lines()) {
            String[] words = line.trim().split("\\s+", 5);
            if (words.length == 5 && words[2].equals(upstream)) {
                states.put(words[1], words[3]);
            }
        }
        return states;
    }

    private static List<String> lines() {
        try {
            return Files.readAllLines(TABLE, StandardCharsets.US_ASCII);
        } catch (IOException e) {
            return List.of();
        }
    }

    /** As the table writes it, e.g. {@code 0100007F:1F90}; empty for an address that the table has not. */
    private static String hex(InetSocketAddress address) {
        InetAddress host = address.getAddress();
        if (!(host instanceof Inet4Address) || !Files.isReadable(TABLE)) {
            return "";
        }
        byte[] bytes = host.getAddress();
        return "%02X%02X%02X%02X:%04X".formatted(bytes[3], bytes[2], bytes[1], bytes[0], address.getPort());
    }
}
