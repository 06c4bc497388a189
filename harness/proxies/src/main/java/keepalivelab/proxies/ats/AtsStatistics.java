package keepalivelab.proxies.ats;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import keepalivelab.api.Ticker;
import keepalivelab.proxies.process.Await;
import keepalivelab.proxies.process.NativeText;

/**
 * What Traffic Server counts. Each reading is itself a request and counted by it as a connection to a server, so own
 * readings are taken off again. Counts appear up to 0.5 s late ({@code raw_stat_sync_interval_ms}; with 20 ms it crashed in 2 of 60
 * starts). Thread-safe.
 */
final class AtsStatistics {
    /** Its count of connections to servers. */
    static final String CONNECTIONS = "proxy.process.http.total_server_connections";
    /** Its count of connections taken from the pool. */
    static final String REUSES = "proxy.process.http.origin.reuse";

    private static final Pattern COUNTER = Pattern.compile("\"(proxy\\.process\\.http\\.[a-z_.]+)\": *\"?(\\d+)\"?");
    private static final List<String> NAMES = List.of(CONNECTIONS, REUSES);
    private static final int LIMIT_MILLIS = 2000;
    /** Twice the interval in which counts appear. */
    private static final Duration LAG = Duration.ofSeconds(1);

    private final InetSocketAddress address;
    private final AtomicLong readings = new AtomicLong();

    AtsStatistics(InetSocketAddress address) {
        this.address = address;
    }

    /** The counts once everything that was counted before has appeared in them; empty where they cannot be read. */
    Map<String, Long> settled() {
        long calledAtNanos = Ticker.SYSTEM.nanos();
        Await.until(() -> Ticker.SYSTEM.nanos() - calledAtNanos >= LAG.toNanos(), LAG.multipliedBy(2));
        return reading();
    }

    private Map<String, Long> reading() {
        Map<String, Long> counts = new LinkedHashMap<>();
        long before = readings.getAndIncrement();
        Matcher matcher = COUNTER.matcher(text());
        while (matcher.find()) {
            if (NAMES.contains(matcher.group(1))) {
                counts.put(matcher.group(1), Long.parseLong(matcher.group(2)));
            }
        }
        counts.computeIfPresent(CONNECTIONS, (name, count) -> count - before);
        return counts;
    }

    private String text() {
        try {
            HttpURLConnection connection =
                    (HttpURLConnection) URI.create("http://" + NativeText.address(address) + AtsConfig.STATISTICS_PATH)
                            .toURL()
                            .openConnection();
            connection.setConnectTimeout(LIMIT_MILLIS);
            connection.setReadTimeout(LIMIT_MILLIS);
            connection.setRequestProperty("Connection", "close");
            try (InputStream in = connection.getInputStream()) {
                return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
            }
        } catch (IOException e) {
            return "";
        }
    }
}
