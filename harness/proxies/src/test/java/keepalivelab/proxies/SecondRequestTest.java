package keepalivelab.proxies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;
import keepalivelab.api.ProxyDriver;
import keepalivelab.api.ProxyFailedException;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.RunningProxy;
import keepalivelab.proxies.process.FreePorts;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What proxies do with the second request of an upstream connection, and what they log of it. */
class SecondRequestTest {
    private static final Duration PLENTY = Duration.ofSeconds(30);
    private static final int REQUESTS = 20;

    @TempDir
    Path directory;

    private RunningProxy start(String proxy, InetSocketAddress upstream, Map<Knob, String> knobs)
            throws ProxyFailedException {
        ProxyPlan plan = new ProxyPlan(
                Found.installation(proxy),
                Optional.empty(),
                new KnobSettings(knobs, Set.of()),
                FreePorts.loopback(),
                upstream,
                Optional.empty(),
                directory);
        ProxyDriver driver = Found.driver(proxy);
        return driver.start(plan, driver.render(plan));
    }

    /** Attempts count the first request of the connection as well; -1 lines where it logs none of the kind. */
    @ParameterizedTest
    @CsvSource({
        "httpd,   GET,  closed, 2, 1",
        "httpd,   POST, closed, 2, 1",
        "varnish, GET,  200,    3, 1",
        "varnish, POST, 503,    2, 1",
        "ats,     GET,  200,    3, -1",
        "ats,     POST, 502,    2, -1",
        "squid,   GET,  200,    3, 0",
        "squid,   POST, 200,    2, 0",
        "go,      GET,  200,    3, 0",
        "go,      POST, 502,    2, 1",
        "node,    GET,  502,    2, 1",
        "node,    POST, 502,    2, 1",
        "undici,  GET,  502,    2, 1",
        "undici,  POST, 502,    2, 1"
    })
    void aBackendThatClosesOnIt(String proxy, String method, String answer, int attempts, long logged)
            throws Exception {
        try (CountingServer backend = CountingServer.closingAtRequest(2)) {
            RunningProxy running = start(proxy, backend.address(), Map.of());
            try (running;
                    KeepAliveClient client = new KeepAliveClient(running.address())) {
                assertThat(client.send("GET")).startsWith("HTTP/1.1 200");
                String second = client.send(method);
                assertThat(second.isEmpty() ? "closed" : second.substring(9, 12))
                        .isEqualTo(answer);
                assertThat(backend.heads()).hasSize(attempts);
                await().atMost(PLENTY)
                        .untilAsserted(
                                () -> assertThat(running.log().earlyCloses().orElse(-1))
                                        .isEqualTo(logged));
            }
            assertThat(running.log().earlyCloses().orElse(-1))
                    .as("after its end")
                    .isEqualTo(logged);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"httpd", "varnish", "ats", "squid", "go", "node", "undici"})
    void withoutAnyLimitItGoesTheSameWayAsTheFirst(String proxy) throws IOException, ProxyFailedException {
        EnumMap<Knob, String> none = new EnumMap<>(Knob.class);
        Set.of(
                        Knob.POOL_MAX_IDLE,
                        Knob.POOL_MAX_TOTAL,
                        Knob.POOL_IDLE_TIMEOUT,
                        Knob.POOL_MAX_REQUESTS,
                        Knob.POOL_MAX_LIFETIME,
                        Knob.CONNECT_TIMEOUT,
                        Knob.RESPONSE_TIMEOUT)
                .forEach(knob -> none.put(knob, Knob.NONE));
        try (CountingServer backend = CountingServer.start();
                RunningProxy running = start(proxy, backend.address(), none);
                KeepAliveClient client = new KeepAliveClient(running.address())) {
            int before = backend.accepts();
            assertThat(client.get(REQUESTS)).isEqualTo(REQUESTS);
            assertThat(backend.accepts() - before).isEqualTo(1);
        }
    }
}
