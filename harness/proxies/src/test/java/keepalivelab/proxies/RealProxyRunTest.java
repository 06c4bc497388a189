package keepalivelab.proxies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import keepalivelab.api.Installation;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;
import keepalivelab.api.KnobStatus;
import keepalivelab.api.ProxyDriver;
import keepalivelab.api.ProxyFailedException;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.Rendering;
import keepalivelab.api.RunningProxy;
import keepalivelab.proxies.process.FreePorts;
import keepalivelab.proxies.process.Owner;
import keepalivelab.proxies.process.ProcessGroup;
import keepalivelab.proxies.process.Signal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every version of every real proxy on the machine: what its driver must make it do, and must never leave behind. */
class RealProxyRunTest {
    private static final Duration PLENTY = Duration.ofSeconds(30);
    private static final int REQUESTS = 20;
    private static final Set<String> WITHOUT_A_BINARY = Set.of("embedded", "external");

    /**
     * They take what is in flight to its end; the others drop it at any signal that ends them. nginx does without a master
     * process, as it runs with one worker.
     */
    private static final Set<String> GRACEFUL =
            Set.of("haproxy", "envoy", "caddy", "traefik", "httpd", "squid", "go", "node", "undici");

    /** A value of each knob that any proxy can do which knows the knob at all. */
    private static final Map<Knob, String> SAMPLES = new EnumMap<>(Map.ofEntries(
            Map.entry(Knob.WORKERS, "1"),
            Map.entry(Knob.POOL_MAX_IDLE, "8"),
            Map.entry(Knob.POOL_MAX_TOTAL, "64"),
            Map.entry(Knob.POOL_IDLE_TIMEOUT, "30s"),
            Map.entry(Knob.POOL_MAX_REQUESTS, "1000"),
            Map.entry(Knob.POOL_MAX_LIFETIME, "60s"),
            Map.entry(Knob.CONNECT_TIMEOUT, "5s"),
            Map.entry(Knob.RESPONSE_TIMEOUT, "30s"),
            Map.entry(Knob.RETRY_RULE, "idempotent-on-reused")));

    /**
     * Of those whose versions have a rule of their own each and no other: what both can do. Of client libraries: the same
     * cap for idle and all connections, as some have but one, and their own rule.
     */
    private static final Map<String, Map<Knob, String>> OTHER_SAMPLES = Map.of(
            "pingora",
            Map.of(Knob.RETRY_RULE, "none"),
            "client",
            Map.of(Knob.POOL_MAX_TOTAL, "8", Knob.RETRY_RULE, Knob.NATIVE));

    @TempDir
    Path parent;

    Path directory;
    CountingServer backend;

    /** One empty case where there is none, so that the gap shows in the report. */
    static Stream<Found> found() {
        List<Found> all = ProxyDriver.all().stream()
                .filter(driver -> driver.forwards() && !WITHOUT_A_BINARY.contains(driver.id()))
                .flatMap(RealProxyRunTest::found)
                .toList();
        return all.stream();
    }

    private static Stream<Found> found(ProxyDriver driver) {
        List<Installation> here = driver.installations();
        return here.isEmpty()
                ? Stream.of(new Found(driver.id(), Optional.empty()))
                : here.stream().map(installation -> new Found(driver.id(), Optional.of(installation)));
    }

    /** One version of a proxy; empty where none is on the machine. */
    record Found(String id, Optional<Installation> installation) {
        ProxyDriver driver() {
            return ProxyDriver.of(id);
        }

        @Override
        public String toString() {
            return installation
                    .map(i -> i.location().startsWith(id + ":") ? i.location() : id + "@" + i.version())
                    .orElse(id);
        }
    }

    @BeforeEach
    void prepare() throws IOException {
        directory = Files.createDirectory(parent.resolve("a folder; \"quoted\""));
        backend = CountingServer.start();
    }

    @AfterEach
    void stopBackend() throws IOException {
        backend.close();
    }

    private ProxyPlan plan(Found found, Map<Knob, String> knobs) {
        return new ProxyPlan(
                Required.proxy(found.installation(), found.id()),
                Optional.empty(),
                new KnobSettings(knobs, EnumSet.allOf(Knob.class)),
                FreePorts.loopback(),
                backend.address(),
                Optional.empty(),
                directory);
    }

    private RunningProxy start(Found found, Map<Knob, String> knobs) throws ProxyFailedException {
        ProxyPlan plan = plan(found, knobs);
        return found.driver().start(plan, found.driver().render(plan));
    }

    private int acceptsOf(Found found, Map<Knob, String> knobs) throws Exception {
        try (RunningProxy proxy = start(found, knobs)) {
            int before = backend.accepts();
            try (KeepAliveClient client = new KeepAliveClient(proxy.address())) {
                assertThat(client.get(REQUESTS)).isEqualTo(REQUESTS);
            }
            assertThat(proxy.log().alerts()).isEmpty();
            return backend.accepts() - before;
        }
    }

    @ParameterizedTest
    @MethodSource("found")
    void keepAliveIsOnUnlessSaidOtherwise(Found found) throws Exception {
        assertThat(acceptsOf(found, Map.of())).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("found")
    void withoutAPoolEachRequestHasItsOwnConnection(Found found) throws Exception {
        ProxyPlan plan = plan(found, Map.of(Knob.POOL_ENABLED, "no"));
        if (found.driver().render(plan).knobs().get(Knob.POOL_ENABLED) == KnobStatus.APPLIED) {
            requireRetirementAfter(1, found, Map.of(Knob.POOL_ENABLED, "no"));
        }
    }

    @ParameterizedTest
    @MethodSource("found")
    void requestsPerConnectionAreLimitedWhereItSaysSo(Found found) throws Exception {
        Map<Knob, String> five = Map.of(Knob.POOL_MAX_REQUESTS, "5");
        boolean limited =
                found.driver().render(plan(found, five)).knobs().get(Knob.POOL_MAX_REQUESTS) != KnobStatus.UNSUPPORTED;
        requireRetirementAfter(limited ? 5 : REQUESTS, found, five);
    }

    /** Jetty may dial twice for the request that waits while a connection is retired: seen once in a thousand retirements. */
    private void requireRetirementAfter(int requests, Found found, Map<Knob, String> knobs) throws Exception {
        int accepts = acceptsOf(found, knobs);
        assertThat(backend.mostRequests()).isLessThanOrEqualTo(requests);
        if (found.toString().startsWith("client:jetty")) {
            assertThat(accepts).isBetween(REQUESTS / requests, 2 * REQUESTS / requests);
        } else {
            assertThat(accepts).isEqualTo(REQUESTS / requests);
        }
    }

    @ParameterizedTest
    @MethodSource("found")
    void everyKnobThatItKnowsIsAcceptedAtOnce(Found found) throws Exception {
        EnumMap<Knob, String> samples = new EnumMap<>(SAMPLES);
        samples.putAll(OTHER_SAMPLES.getOrDefault(found.id(), Map.of()));
        Map<Knob, KnobStatus> knobs =
                found.driver().render(plan(found, samples)).knobs();
        Map<Knob, KnobStatus> can = found.driver().capabilities(Required.proxy(found.installation(), found.id()));
        for (Knob knob : SAMPLES.keySet()) {
            assertThat(knobs.get(knob) == KnobStatus.UNSUPPORTED)
                    .as(knob.key() + " is " + knobs.get(knob) + ", and the driver says " + can.get(knob))
                    .isEqualTo(can.getOrDefault(knob, KnobStatus.UNSUPPORTED) == KnobStatus.UNSUPPORTED);
        }
        assertThat(acceptsOf(found, samples)).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("found")
    void whatIsInFlightWhenItIsStoppedIsAnswered(Found found) throws Exception {
        if (!GRACEFUL.contains(found.id())) {
            return;
        }
        backend.close();
        backend = CountingServer.answeringAfter(Duration.ofMillis(300));
        RunningProxy proxy = start(found, Map.of());
        CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> sendOne(proxy.address()));
        await().atMost(PLENTY).until(() -> backend.heads().size() == 1);
        proxy.close();
        assertThat(answer.join()).startsWith("HTTP/1.1 200");
    }

    private static String sendOne(InetSocketAddress address) {
        try (KeepAliveClient client = new KeepAliveClient(address)) {
            return client.send("GET");
        } catch (IOException e) {
            return e.toString();
        }
    }

    @ParameterizedTest
    @MethodSource("found")
    void aTakenPortIsRecognisedAndTheFolderCanBeUsedAgain(Found found) throws Exception {
        ProxyPlan plan = plan(found, Map.of());
        InetSocketAddress listen = plan.listen();
        try (ServerSocket other = new ServerSocket(listen.getPort(), 1, listen.getAddress())) {
            ProxyFailedException failure = catchThrowableOfType(
                    ProxyFailedException.class,
                    () -> found.driver().start(plan, found.driver().render(plan)));
            assertThat(failure.portTaken()).as(failure.lastLines().toString()).isTrue();
            assertThat(failure).hasMessageContaining(Integer.toString(other.getLocalPort()));
            assertThat(failure.lastLines()).isNotEmpty();
        }
        try (RunningProxy proxy = start(found, Map.of())) {
            assertThat(proxy.alive()).isTrue();
            assertThat(proxy.log().alerts()).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("found")
    void itDoesNotShareItsPortWithAnotherOfItsKind(Found found) throws Exception {
        try (RunningProxy first = start(found, Map.of())) {
            ProxyPlan plan = plan(found, Map.of());
            Path folder = Files.createDirectory(parent.resolve("second"));
            ProxyPlan same = new ProxyPlan(
                    plan.installation(),
                    plan.variant(),
                    plan.knobs(),
                    first.address(),
                    plan.upstream(),
                    plan.probe(),
                    folder);
            ProxyFailedException failure = catchThrowableOfType(
                    ProxyFailedException.class,
                    () -> found.driver().start(same, found.driver().render(same)));
            assertThat(failure.portTaken()).isTrue();
            assertThat(first.alive()).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("found")
    void aConfigurationThatIsRefusedShowsItsOwnLines(Found found) {
        ProxyPlan plan = plan(found, Map.of());
        Rendering rendering = found.driver().render(plan);
        EnumMap<Knob, KnobStatus> none = new EnumMap<>(Knob.class);
        Map<String, String> broken = new LinkedHashMap<>();
        rendering.files().keySet().forEach(name -> broken.put(name, "no_such_word { [\n"));
        ProxyFailedException failure = catchThrowableOfType(
                ProxyFailedException.class,
                () -> found.driver().start(plan, new Rendering(broken, rendering.command(), none, List.of())));
        assertThat(failure.lastLines()).isNotEmpty();
        assertThat(failure.portTaken()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("found")
    void nothingIsLeftWhenItsFirstProcessIsKilled(Found found) throws Exception {
        try (RunningProxy proxy = start(found, Map.of())) {
            long pid = proxy.pid().orElseThrow();
            Signal.KILL.send(pid);
            await().atMost(PLENTY)
                    .untilAsserted(
                            () -> assertThat(new ProcessGroup(pid).members()).isEmpty());
            assertThat(proxy.alive()).isFalse();
            assertThat(accepts(proxy.address())).isFalse();
        }
    }

    @ParameterizedTest
    @MethodSource("found")
    void nothingIsLeftWhenTheHarnessIsKilled(Found found) throws Exception {
        ProxyPlan plan = plan(found, Map.of());
        // Started once by its driver, so that whatever it needs in its folder is there.
        Rendering rendering = found.driver().render(plan);
        found.driver().start(plan, rendering).close();
        try (Owner owner = Owner.of(directory, rendering.command())) {
            await().atMost(PLENTY).until(() -> accepts(plan.listen()));
            owner.kill();
            await().atMost(PLENTY)
                    .untilAsserted(() -> assertThat(owner.group().members()).isEmpty());
            assertThat(accepts(plan.listen())).isFalse();
        }
    }

    private static boolean accepts(InetSocketAddress address) {
        try (Socket socket = new Socket()) {
            socket.connect(address, 1000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
