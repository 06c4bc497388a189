package keepalivelab.proxies.nginx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import keepalivelab.api.EnvironmentException;
import keepalivelab.api.Installation;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;
import keepalivelab.api.KnobStatus;
import keepalivelab.api.ProxyFailedException;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.Rendering;
import keepalivelab.api.RunningProxy;
import keepalivelab.proxies.CountingServer;
import keepalivelab.proxies.KeepAliveClient;
import keepalivelab.proxies.Required;
import keepalivelab.proxies.process.DottedVersion;
import keepalivelab.proxies.process.FreePorts;
import keepalivelab.proxies.process.NativeText;
import keepalivelab.proxies.process.Owner;
import keepalivelab.proxies.process.ProcessGroup;
import keepalivelab.proxies.process.ReadyProbe;
import keepalivelab.proxies.process.Signal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The driver with every real nginx on the machine. */
class NginxRunTest {
    private static final Duration PLENTY = Duration.ofSeconds(20);
    private static final int REQUESTS = 20;

    private final NginxDriver driver = new NginxDriver();

    @TempDir
    Path parent;

    Path directory;
    CountingServer backend;

    /** One empty case where there is none, so that the gap shows in the report. */
    static Stream<Optional<Installation>> installed() {
        List<Installation> all = new NginxDriver().installations();
        return all.isEmpty() ? Stream.of(Optional.empty()) : all.stream().map(Optional::of);
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

    private ProxyPlan plan(Optional<Installation> nginx, Map<Knob, String> knobs) {
        return new ProxyPlan(
                Required.proxy(nginx, "nginx"),
                Optional.empty(),
                new KnobSettings(knobs, Set.of()),
                FreePorts.loopback(),
                backend.address(),
                Optional.empty(),
                directory);
    }

    private RunningProxy start(Optional<Installation> nginx, Map<Knob, String> knobs) throws ProxyFailedException {
        ProxyPlan plan = plan(nginx, knobs);
        return driver.start(plan, driver.render(plan));
    }

    private int acceptsOf(Optional<Installation> nginx, Map<Knob, String> knobs) throws Exception {
        try (RunningProxy proxy = start(nginx, knobs);
                KeepAliveClient client = new KeepAliveClient(proxy.address())) {
            assertThat(backend.accepts()).as("accepts made by becoming ready").isZero();
            assertThat(client.get(REQUESTS)).isEqualTo(REQUESTS);
            assertThat(proxy.log().alerts()).isEmpty();
            return backend.accepts();
        }
    }

    @ParameterizedTest
    @MethodSource("installed")
    void keepAliveIsOnUnlessSaidOtherwise(Optional<Installation> nginx) throws Exception {
        assertThat(acceptsOf(nginx, Map.of())).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("installed")
    void withoutAPoolEachRequestHasItsOwnConnection(Optional<Installation> nginx) throws Exception {
        assertThat(acceptsOf(nginx, Map.of(Knob.POOL_ENABLED, "no"))).isEqualTo(REQUESTS);
    }

    @ParameterizedTest
    @MethodSource("installed")
    void aBareAddressIsNeverReused(Optional<Installation> nginx) throws Exception {
        assertThat(acceptsOf(nginx, Map.of(Knob.UPSTREAM_BLOCK, "no"))).isEqualTo(REQUESTS);
    }

    @ParameterizedTest
    @MethodSource("installed")
    void requestsPerConnectionAreLimited(Optional<Installation> nginx) throws Exception {
        assertThat(acceptsOf(nginx, Map.of(Knob.POOL_MAX_REQUESTS, "5"))).isEqualTo(REQUESTS / 5);
    }

    @ParameterizedTest
    @MethodSource("installed")
    void nativeIsWhatTheVersionDoesByItself(Optional<Installation> nginx) throws Exception {
        Map<Knob, String> natives = Map.of(
                Knob.POOL_ENABLED, Knob.NATIVE,
                Knob.UPSTREAM_HTTP, Knob.NATIVE,
                Knob.UPSTREAM_CONNECTION, Knob.NATIVE);
        DottedVersion version = DottedVersion.of(Required.proxy(nginx, "nginx").version());
        assertThat(acceptsOf(nginx, natives)).isEqualTo(version.atLeast("1.29.7") ? 1 : REQUESTS);
    }

    @ParameterizedTest
    @MethodSource("installed")
    void everyKnobAtOnceIsAcceptedByNginxItself(Optional<Installation> nginx) throws Exception {
        EnumMap<Knob, String> knobs = new EnumMap<>(Map.of(
                Knob.WORKERS, "2",
                Knob.POOL_MAX_IDLE, "8",
                Knob.POOL_MAX_TOTAL, "64",
                Knob.POOL_IDLE_TIMEOUT, Knob.NONE,
                Knob.POOL_MAX_REQUESTS, Knob.NONE,
                Knob.RETRY_RULE, "any-within-64KiB-on-reused",
                Knob.CONNECT_TIMEOUT, Knob.NONE,
                Knob.RESPONSE_TIMEOUT, "1500ms"));
        if (driver.capabilities(Required.proxy(nginx, "nginx")).containsKey(Knob.POOL_MAX_LIFETIME)) {
            knobs.put(Knob.POOL_MAX_LIFETIME, "1m");
        }
        ProxyPlan plan = plan(nginx, knobs);
        assertThat(driver.render(plan).knobs().values()).doesNotContain(KnobStatus.UNSUPPORTED);
        assertThat(acceptsOf(nginx, knobs)).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("installed")
    void anEarlyCloseIsCountedWhetherOrNotItWasRetried(Optional<Installation> nginx) throws Exception {
        backend.close();
        backend = CountingServer.closingAtRequest(2);
        try (RunningProxy proxy = start(nginx, Map.of());
                KeepAliveClient client = new KeepAliveClient(proxy.address())) {
            assertThat(client.send("GET")).startsWith("HTTP/1.1 200");
            assertThat(client.send("GET")).startsWith("HTTP/1.1 200");
            assertThat(proxy.log().earlyCloses()).hasValue(1);
            assertThat(client.send("POST")).startsWith("HTTP/1.1 502");
            assertThat(proxy.log().earlyCloses()).hasValue(2);
            assertThat(proxy.log().tail()).anyMatch(line -> line.contains("prematurely closed"));
        }
        assertThat(backend.heads()).hasSize(4);
    }

    @ParameterizedTest
    @MethodSource("installed")
    void stoppingLeavesNothing(Optional<Installation> nginx) throws Exception {
        RunningProxy proxy = start(nginx, Map.of(Knob.WORKERS, "2"));
        ProcessGroup group = new ProcessGroup(proxy.pid().orElseThrow());
        try (proxy;
                KeepAliveClient client = new KeepAliveClient(proxy.address())) {
            assertThat(client.get(1)).isEqualTo(1);
            assertThat(group.members()).hasSize(3);
        }
        assertThat(group.members()).isEmpty();
        assertThat(proxy.alive()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("installed")
    void nothingIsLeftWhenTheHarnessIsKilled(Optional<Installation> nginx) throws Exception {
        nothingIsLeft(plan(nginx, Map.of(Knob.WORKERS, "1")), 1);
    }

    @ParameterizedTest
    @MethodSource("installed")
    void nothingOfAMasterAndItsWorkersIsLeftWhenTheHarnessIsKilled(Optional<Installation> nginx) throws Exception {
        nothingIsLeft(plan(nginx, Map.of(Knob.WORKERS, "2")), 3);
    }

    private void nothingIsLeft(ProxyPlan plan, int processes) throws IOException {
        Rendering rendering = driver.render(plan);
        for (Map.Entry<String, String> file : rendering.files().entrySet()) {
            Files.writeString(directory.resolve(file.getKey()), file.getValue());
        }
        try (Owner owner = Owner.of(directory, rendering.command())) {
            ReadyProbe probe = new ReadyProbe(plan.listen(), NginxConfig.READY_PATH, 204, NativeText.readyMark(plan));
            await().atMost(PLENTY).until(probe::answers);
            await().atMost(PLENTY).until(() -> owner.group().members().size() == processes);
            owner.kill();
            await().atMost(PLENTY)
                    .untilAsserted(() -> assertThat(owner.group().members()).isEmpty());
            assertThat(probe.answers()).isFalse();
        }
    }

    @ParameterizedTest
    @MethodSource("installed")
    void workersDoNotOutliveTheirMaster(Optional<Installation> nginx) throws Exception {
        try (RunningProxy proxy = start(nginx, Map.of(Knob.WORKERS, "2"))) {
            long pid = proxy.pid().orElseThrow();
            Signal.KILL.send(pid);
            await().atMost(PLENTY)
                    .untilAsserted(
                            () -> assertThat(new ProcessGroup(pid).members()).isEmpty());
            assertThat(proxy.alive()).isFalse();
        }
    }

    @ParameterizedTest
    @MethodSource("installed")
    void aConfigurationThatIsRefusedShowsNginxsOwnLines(Optional<Installation> nginx) {
        ProxyPlan plan = plan(nginx, Map.of());
        Rendering broken = new Rendering(
                Map.of("nginx.conf", "events {}\nno_such_word on;\n"),
                driver.render(plan).command(),
                Map.of(),
                List.of());
        ProxyFailedException failure =
                catchThrowableOfType(ProxyFailedException.class, () -> driver.start(plan, broken));
        assertThat(failure).hasMessageContaining("refuses its configuration");
        assertThat(failure.lastLines()).anyMatch(line -> line.contains("[emerg]") && line.contains("no_such_word"));
        assertThat(failure.portTaken()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("installed")
    void aTakenPortIsRecognised(Optional<Installation> nginx) throws IOException {
        ProxyPlan plan = plan(nginx, Map.of());
        InetSocketAddress listen = plan.listen();
        try (ServerSocket other = new ServerSocket(listen.getPort(), 1, listen.getAddress())) {
            ProxyFailedException failure =
                    catchThrowableOfType(ProxyFailedException.class, () -> driver.start(plan, driver.render(plan)));
            assertThat(failure.portTaken()).isTrue();
            assertThat(failure).hasMessageContaining(Integer.toString(other.getLocalPort()));
            assertThat(failure.lastLines()).anyMatch(line -> line.contains("bind()"));
        }
    }

    @ParameterizedTest
    @MethodSource("installed")
    void aSecondTryInTheSameFolderIsNotMisledByTheFirst(Optional<Installation> nginx) throws Exception {
        try (ServerSocket other = new ServerSocket()) {
            other.bind(new InetSocketAddress(FreePorts.loopback().getAddress(), 0));
            ProxyPlan plan = plan(nginx, Map.of());
            ProxyPlan taken = new ProxyPlan(
                    plan.installation(),
                    plan.variant(),
                    plan.knobs(),
                    new InetSocketAddress(other.getInetAddress(), other.getLocalPort()),
                    plan.upstream(),
                    plan.probe(),
                    directory);
            assertThatExceptionOfType(ProxyFailedException.class)
                    .isThrownBy(() -> driver.start(taken, driver.render(taken)));
            try (RunningProxy proxy = driver.start(plan, driver.render(plan))) {
                assertThat(proxy.alive()).isTrue();
                assertThat(proxy.log().alerts()).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("installed")
    void itIsFoundByVersionAndByPath(Optional<Installation> nginx) {
        Installation found = Required.proxy(nginx, "nginx");
        assertThat(driver.locate(Optional.of(found.version())).version()).isEqualTo(found.version());
        assertThat(driver.locate(Optional.of(found.location())).version()).isEqualTo(found.version());
    }

    @Test
    void aMissingVersionSaysWhereItLookedAndHowToGetIt() {
        EnvironmentException missing =
                catchThrowableOfType(EnvironmentException.class, () -> driver.locate(Optional.of("1.2.3")));
        assertThat(missing)
                .hasMessageContaining("nginx 1.2.3")
                .hasMessageContaining("/usr/sbin")
                .hasMessageContaining("run-scenario proxies install nginx");
    }

    @Test
    void aPathThatIsNotNginxIsNamed() {
        assertThat(catchThrowableOfType(EnvironmentException.class, () -> driver.locate(Optional.of("/bin/sh"))))
                .hasMessageContaining("/bin/sh");
        assertThat(catchThrowableOfType(EnvironmentException.class, () -> driver.locate(Optional.of("/no/nginx"))))
                .hasMessageContaining("/no/nginx");
    }
}
