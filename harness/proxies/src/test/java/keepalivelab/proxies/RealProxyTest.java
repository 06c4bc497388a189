package keepalivelab.proxies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;
import keepalivelab.api.KnobStatus;
import keepalivelab.api.ProxyDriver;
import keepalivelab.api.ProxyFailedException;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.Rendering;
import keepalivelab.api.RunningProxy;
import keepalivelab.proxies.process.FreePorts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** What proxies do that their drivers say, each with every version that was found. */
class RealProxyTest {
    private static final List<String> DRIVERS = List.of("httpd", "varnish", "ats", "squid", "go", "node", "undici");
    private static final int REQUESTS = 20;
    private static final Duration PLENTY = Duration.ofSeconds(10);

    static final List<String> PROXIES = Found.installations().stream()
            .filter(word -> DRIVERS.contains(word.split("@", 2)[0]))
            .toList();

    @TempDir
    Path parent;

    Path directory;
    CountingServer backend;

    /** A folder whose name needs quoting in most languages. */
    @BeforeEach
    void prepare() throws IOException {
        directory = Files.createDirectory(parent.resolve("a folder"));
        backend = CountingServer.start();
    }

    @AfterEach
    void stopBackend() throws IOException {
        backend.close();
    }

    private ProxyPlan plan(String proxy, Map<Knob, String> knobs, InetSocketAddress listen) {
        return new ProxyPlan(
                Found.installation(proxy),
                Optional.empty(),
                new KnobSettings(knobs, Set.of()),
                listen,
                backend.address(),
                Optional.empty(),
                directory);
    }

    private RunningProxy start(String proxy, Map<Knob, String> knobs) throws ProxyFailedException {
        return start(plan(proxy, knobs, FreePorts.loopback()));
    }

    private static RunningProxy start(ProxyPlan plan) throws ProxyFailedException {
        ProxyDriver driver = ProxyDriver.of(plan.installation().driver());
        return driver.start(plan, driver.render(plan));
    }

    /** Accepts made by requests, without those made by becoming ready. */
    private int acceptsOf(String proxy, Map<Knob, String> knobs) throws Exception {
        try (RunningProxy running = start(proxy, knobs);
                KeepAliveClient client = new KeepAliveClient(running.address())) {
            int before = backend.accepts();
            assertThat(client.get(REQUESTS)).isEqualTo(REQUESTS);
            assertThat(running.log().alerts()).isEmpty();
            return backend.accepts() - before;
        }
    }

    @ParameterizedTest
    @FieldSource("PROXIES")
    void keepAliveIsOnUnlessSaidOtherwise(String proxy) throws Exception {
        assertThat(acceptsOf(proxy, Map.of())).isEqualTo(1);
    }

    @ParameterizedTest
    @FieldSource("PROXIES")
    void withoutAPoolEachRequestHasItsOwnConnection(String proxy) throws Exception {
        assertThat(acceptsOf(proxy, Map.of(Knob.POOL_ENABLED, "no"))).isEqualTo(REQUESTS);
    }

    @ParameterizedTest
    @FieldSource("PROXIES")
    void everyTimeAndLimitAtOnceIsAcceptedByTheProxyItself(String proxy) throws Exception {
        EnumMap<Knob, String> knobs = new EnumMap<>(Map.of(
                Knob.WORKERS, "1",
                Knob.POOL_MAX_TOTAL, "64",
                Knob.POOL_IDLE_TIMEOUT, "30s",
                Knob.CONNECT_TIMEOUT, "2s",
                Knob.RESPONSE_TIMEOUT, "30s"));
        knobs.keySet()
                .retainAll(Found.driver(proxy)
                        .capabilities(Found.installation(proxy))
                        .keySet());
        assertThat(knobs).containsKey(Knob.POOL_IDLE_TIMEOUT);
        ProxyPlan plan = plan(proxy, knobs, FreePorts.loopback());
        assertThat(Found.driver(proxy).render(plan).knobs().values()).doesNotContain(KnobStatus.UNSUPPORTED);
        assertThat(acceptsOf(proxy, knobs)).isEqualTo(1);
    }

    @ParameterizedTest
    @FieldSource("PROXIES")
    void anAbsentLimitIsAcceptedByTheProxyItself(String proxy) throws Exception {
        EnumMap<Knob, String> knobs = new EnumMap<>(Map.of(
                Knob.POOL_MAX_IDLE, Knob.NONE,
                Knob.POOL_MAX_TOTAL, Knob.NONE,
                Knob.POOL_IDLE_TIMEOUT, Knob.NONE,
                Knob.POOL_MAX_REQUESTS, Knob.NONE,
                Knob.POOL_MAX_LIFETIME, Knob.NONE,
                Knob.CONNECT_TIMEOUT, Knob.NONE,
                Knob.RESPONSE_TIMEOUT, Knob.NONE));
        assertThat(acceptsOf(proxy, knobs)).isEqualTo(1);
    }

    /** The table of one test: attempts count the first request of the connection as well. */
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
    void aCloseOnTheSecondRequest(String proxy, String method, String answer, int attempts, long logged)
            throws Exception {
        backend.close();
        backend = CountingServer.closingAtRequest(2);
        RunningProxy running = start(proxy, Map.of());
        try (running;
                KeepAliveClient client = new KeepAliveClient(running.address())) {
            assertThat(client.send("GET")).startsWith("HTTP/1.1 200");
            String second = client.send(method);
            assertThat(second.isEmpty() ? "closed" : second.substring(9, 12)).isEqualTo(answer);
            assertThat(backend.heads()).hasSize(attempts);
            await().atMost(PLENTY)
                    .untilAsserted(() ->
                            assertThat(running.log().earlyCloses().orElse(-1)).isEqualTo(logged));
        }
        assertThat(running.log().earlyCloses().orElse(-1)).as("after its end").isEqualTo(logged);
    }

    @ParameterizedTest
    @FieldSource("PROXIES")
    void aTakenPortIsRecognisedAndTheNextTryIsNotMisledByIt(String proxy) throws Exception {
        InetSocketAddress listen = FreePorts.loopback();
        try (ServerSocket other = new ServerSocket(listen.getPort(), 1, listen.getAddress())) {
            ProxyFailedException failure =
                    catchThrowableOfType(ProxyFailedException.class, () -> start(plan(proxy, Map.of(), listen)));
            assertThat(failure.portTaken()).isTrue();
            assertThat(failure).hasMessageContaining(Integer.toString(other.getLocalPort()));
            assertThat(failure.lastLines()).isNotEmpty();
        }
        try (RunningProxy running = start(proxy, Map.of())) {
            assertThat(running.alive()).isTrue();
            assertThat(running.log().alerts()).isEmpty();
        }
    }

    @ParameterizedTest
    @FieldSource("PROXIES")
    void aConfigurationThatIsRefusedShowsTheProxysOwnLines(String proxy) {
        ProxyDriver driver = Found.driver(proxy);
        ProxyPlan plan = plan(proxy, Map.of(), FreePorts.loopback());
        Rendering good = driver.render(plan);
        EnumMap<Knob, KnobStatus> none = new EnumMap<>(Knob.class);
        Map<String, String> files = new LinkedHashMap<>(good.files());
        files.replaceAll((name, text) -> name.startsWith("etc/") && !name.endsWith("remap.config")
                ? text
                : text + "--no-such-word=on no_such_word\n");
        Rendering broken = new Rendering(files, good.command(), none, List.of());
        ProxyFailedException failure =
                catchThrowableOfType(ProxyFailedException.class, () -> driver.start(plan, broken));
        assertThat(failure.portTaken()).isFalse();
        assertThat(failure.lastLines())
                .anyMatch(line -> line.matches(".*(no-such-word|no_such_word|malformed line).*"));
    }
}
