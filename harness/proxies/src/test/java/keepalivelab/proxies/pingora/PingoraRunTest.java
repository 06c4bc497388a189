package keepalivelab.proxies.pingora;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import keepalivelab.api.Installation;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;
import keepalivelab.api.LabHeaders;
import keepalivelab.api.ProxyFailedException;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.Rendering;
import keepalivelab.api.RunningProxy;
import keepalivelab.proxies.CountingServer;
import keepalivelab.proxies.KeepAliveClient;
import keepalivelab.proxies.Required;
import keepalivelab.proxies.process.FreePorts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The driver with every real pingora on the machine. */
class PingoraRunTest {
    private static final Duration PLENTY = Duration.ofSeconds(20);
    private static final int REQUESTS = 20;

    private final PingoraDriver driver = new PingoraDriver();

    @TempDir
    Path directory;

    CountingServer backend;

    /** One empty case where there is none, so that the gap shows in the report. */
    static Stream<Optional<Installation>> installed() {
        List<Installation> all = new PingoraDriver().installations();
        return all.isEmpty() ? Stream.of(Optional.empty()) : all.stream().map(Optional::of);
    }

    @BeforeEach
    void startBackend() throws IOException {
        backend = CountingServer.start();
    }

    @AfterEach
    void stopBackend() throws IOException {
        backend.close();
    }

    private ProxyPlan plan(Optional<Installation> pingora, Map<Knob, String> knobs) {
        return new ProxyPlan(
                Required.proxy(pingora, "pingora"),
                Optional.empty(),
                new KnobSettings(knobs, Set.of()),
                FreePorts.loopback(),
                backend.address(),
                Optional.empty(),
                directory);
    }

    private RunningProxy start(Optional<Installation> pingora, Map<Knob, String> knobs) throws ProxyFailedException {
        ProxyPlan plan = plan(pingora, knobs);
        return driver.start(plan, driver.render(plan));
    }

    private int acceptsOf(Optional<Installation> pingora, Map<Knob, String> knobs) throws Exception {
        try (RunningProxy proxy = start(pingora, knobs);
                KeepAliveClient client = new KeepAliveClient(proxy.address())) {
            assertThat(backend.accepts()).as("accepts made by becoming ready").isZero();
            assertThat(client.get(REQUESTS)).isEqualTo(REQUESTS);
            assertThat(proxy.log().alerts()).isEmpty();
            return backend.accepts();
        }
    }

    @ParameterizedTest
    @MethodSource("installed")
    void oneClientNeedsOneConnection(Optional<Installation> pingora) throws Exception {
        assertThat(acceptsOf(pingora, Map.of())).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("installed")
    void withoutAPoolEachRequestHasItsOwnConnection(Optional<Installation> pingora) throws Exception {
        assertThat(acceptsOf(pingora, Map.of(Knob.POOL_ENABLED, "no"))).isEqualTo(REQUESTS);
    }

    @ParameterizedTest
    @MethodSource("installed")
    void theUpstreamCanBeSpokenToInAnOlderWay(Optional<Installation> pingora) throws Exception {
        Map<Knob, String> knobs = Map.of(Knob.UPSTREAM_HTTP, "1.0", Knob.UPSTREAM_CONNECTION, "close");
        assertThat(acceptsOf(pingora, knobs)).isEqualTo(REQUESTS);
        assertThat(backend.heads()).allMatch(head -> head.startsWith("GET /item HTTP/1.0\r\n"));
        assertThat(backend.heads()).allMatch(head -> head.contains("Connection: close\r\n"));
    }

    @ParameterizedTest
    @MethodSource("installed")
    void everyKnobAtOnceIsAccepted(Optional<Installation> pingora) throws Exception {
        Map<Knob, String> knobs = Map.of(
                Knob.WORKERS, "2",
                Knob.WORKERS_MODEL, "pinned",
                Knob.WORKERS_SPREAD, "random",
                Knob.WORKERS_IO, "accepting-loop",
                Knob.POOL_MAX_IDLE, "8",
                Knob.POOL_IDLE_TIMEOUT, "60s",
                Knob.CONNECT_TIMEOUT, "5s",
                Knob.RESPONSE_TIMEOUT, "1500ms");
        // The next request may come, on another thread, before the connection is back in the pool.
        assertThat(acceptsOf(pingora, knobs)).isLessThan(REQUESTS);
    }

    @ParameterizedTest
    @MethodSource("installed")
    void itCountsWhatTheBackendSees(Optional<Installation> pingora) throws Exception {
        backend.close();
        backend = CountingServer.closingAtRequest(2);
        try (RunningProxy proxy = start(pingora, Map.of());
                KeepAliveClient client = new KeepAliveClient(proxy.address())) {
            assertThat(client.get(2)).isEqualTo(2);
            assertThat(proxy.counters())
                    .containsEntry("requests", 2L)
                    .containsEntry("dials", (long) backend.accepts())
                    .containsEntry("reuses", 1L)
                    .containsEntry("retries", 1L)
                    .containsEntry("dial_failures", 0L);
        }
        assertThat(backend.heads()).hasSize(3);
    }

    @ParameterizedTest
    @MethodSource("installed")
    void anEarlyCloseIsCountedOnceAlthoughItHasTwoLines(Optional<Installation> pingora) throws Exception {
        backend.close();
        backend = CountingServer.closingAtRequest(2);
        try (RunningProxy proxy = start(pingora, Map.of(Knob.RETRY_RULE, "none"));
                KeepAliveClient client = new KeepAliveClient(proxy.address())) {
            assertThat(client.send("GET")).startsWith("HTTP/1.1 200");
            assertThat(client.send("GET")).startsWith("HTTP/1.1 502");
            // Written after the client has its answer.
            await().atMost(PLENTY).until(() -> proxy.log().tail().stream().anyMatch(line -> line.startsWith("ERROR")));
            assertThat(proxy.log().tail()).hasSize(2).allMatch(line -> line.contains("ConnectionClosed"));
            assertThat(proxy.log().earlyCloses()).hasValue(1);
        }
        assertThat(backend.heads()).hasSize(2);
    }

    @ParameterizedTest
    @MethodSource("installed")
    void itsVersionDecidesWhetherAPostIsSentAgain(Optional<Installation> pingora) throws Exception {
        backend.close();
        backend = CountingServer.closingAtRequest(2);
        boolean again = Required.proxy(pingora, "pingora").version().startsWith("0.8.");
        try (RunningProxy proxy = start(pingora, Map.of());
                KeepAliveClient client = new KeepAliveClient(proxy.address())) {
            assertThat(client.send("GET")).startsWith("HTTP/1.1 200");
            assertThat(client.send("POST")).startsWith(again ? "HTTP/1.1 200" : "HTTP/1.1 502");
            // Written after the client has its answer.
            await().atMost(PLENTY).until(() -> proxy.log().earlyCloses().orElse(0) == 1);
        }
        assertThat(backend.heads()).hasSize(again ? 3 : 2);
    }

    @ParameterizedTest
    @MethodSource("installed")
    void itAnswersByItselfAndNamesItsThreads(Optional<Installation> pingora) throws Exception {
        Map<Knob, String> knobs = Map.of(Knob.ROLE, "answer", Knob.WORKERS, "4", Knob.WORKERS_MODEL, "pinned");
        try (RunningProxy proxy = start(pingora, knobs)) {
            Set<String> threads = new HashSet<>();
            for (int i = 0; i < 200 && threads.size() < 4; i++) {
                String[] answer = get(proxy.address(), "/tid");
                assertThat(answer[1]).isEqualTo(CountingServer.header(answer[0], LabHeaders.THREAD) + "\n");
                threads.add(answer[1].strip());
            }
            assertThat(threads).containsExactlyInAnyOrder("worker-0", "worker-1", "worker-2", "worker-3");
            assertThat(get(proxy.address(), "/")[1]).isEqualTo("ok\n");
            assertThat(get(proxy.address(), "/spin?us=100")[1]).isEqualTo("ok\n");
            for (String wrong : List.of("/spin", "/spin?us=x", "/spin?us=1000001", "/other")) {
                assertThat(get(proxy.address(), wrong)[0]).startsWith("HTTP/1.1 404");
            }
        }
        assertThat(backend.accepts()).isZero();
    }

    /** Head and body. */
    private static String[] get(InetSocketAddress address, String path) throws IOException {
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(10_000);
            socket.connect(address);
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\nHost: lab\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            InputStream in = new BufferedInputStream(socket.getInputStream());
            String head = CountingServer.readHead(in);
            return new String[] {
                head, new String(in.readNBytes(CountingServer.bodyLength(head)), StandardCharsets.US_ASCII)
            };
        }
    }

    @ParameterizedTest
    @MethodSource("installed")
    void aConfigurationThatIsRefusedShowsTheLine(Optional<Installation> pingora) {
        ProxyPlan plan = plan(pingora, Map.of());
        Rendering good = driver.render(plan);
        Rendering broken = new Rendering(
                Map.of(PingoraConfig.FILE, good.files().get(PingoraConfig.FILE) + "no-such-key 1\n"),
                good.command(),
                Map.of(),
                List.of());
        ProxyFailedException failure =
                catchThrowableOfType(ProxyFailedException.class, () -> driver.start(plan, broken));
        assertThat(failure).hasMessageContaining("refuses its configuration");
        assertThat(failure.lastLines()).anyMatch(line -> line.contains("no-such-key"));
        assertThat(failure.portTaken()).isFalse();
    }

    /** pingora itself lives on and keeps trying, so a listener that only accepts must not be taken for it. */
    @ParameterizedTest
    @MethodSource("installed")
    void aTakenPortIsRecognisedInBothRoles(Optional<Installation> pingora) throws IOException {
        for (String role : List.of("http", "answer")) {
            ProxyPlan plan = plan(pingora, Map.of(Knob.ROLE, role));
            InetSocketAddress listen = plan.listen();
            try (ServerSocket other = new ServerSocket(listen.getPort(), 50, listen.getAddress())) {
                ProxyFailedException failure =
                        catchThrowableOfType(ProxyFailedException.class, () -> driver.start(plan, driver.render(plan)));
                assertThat(failure.portTaken()).as(role).isTrue();
                assertThat(failure).hasMessageContaining(Integer.toString(other.getLocalPort()));
            }
        }
    }
}
