package keepalivelab.proxies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import keepalivelab.api.Arm;
import keepalivelab.api.EnvironmentException;
import keepalivelab.api.InputException;
import keepalivelab.api.Installation;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;
import keepalivelab.api.KnobStatus;
import keepalivelab.api.LabHeaders;
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
import org.junit.jupiter.params.provider.FieldSource;

/** What every driver on the class path keeps. */
class ProxyDriverContractTest {
    /** Each is run by its word, so that a report names it. */
    static final List<String> ARMS =
            ProxyDriver.all().stream().flatMap(ProxyDriverContractTest::arms).toList();

    @TempDir
    Path directory;

    CountingServer backend;

    @BeforeEach
    void startBackend() throws IOException {
        backend = CountingServer.start();
    }

    @AfterEach
    void stopBackend() throws IOException {
        backend.close();
    }

    @ParameterizedTest
    @FieldSource("ARMS")
    void itHasAWordAndALineAboutItself(String arm) {
        assertThat(driver(arm).id()).matches("[a-z][a-z0-9-]*");
        assertThat(driver(arm).title()).isNotBlank().doesNotContain("\n");
    }

    @ParameterizedTest
    @FieldSource("ARMS")
    void aTargetThatMakesNoSenseIsOneClearLine(String arm) {
        Throwable thrown = catchThrowable(() -> driver(arm).locate(variant(arm), Optional.of("no such thing")));
        assertThat(thrown).isInstanceOfAny(InputException.class, EnvironmentException.class);
        assertThat(thrown.getMessage())
                .contains(driver(arm).id(), "no such thing")
                .doesNotContain("\n");
    }

    @ParameterizedTest
    @FieldSource("ARMS")
    void aVariantThatItDoesNotHaveIsRefused(String arm) {
        ProxyDriver driver = driver(arm);
        ProxyPlan plan = plan(installation(arm), Optional.of("no-such-variant"), KnobSettings.none());
        assertThat(catchThrowable(() -> driver.render(plan)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("no-such-variant");
    }

    @ParameterizedTest
    @FieldSource("ARMS")
    void renderingTouchesNothingAndIsRepeatable(String arm) {
        ProxyDriver driver = driver(arm);
        ProxyPlan plan = plan(installation(arm), variant(arm), KnobSettings.none());
        assertThat(driver.render(plan)).isEqualTo(driver.render(plan));
        assertThat(directory).isEmptyDirectory();
        assertThat(accepts(plan.listen())).isFalse();
        assertThat(backend.accepts()).isZero();
    }

    @ParameterizedTest
    @FieldSource("ARMS")
    void everyKnobThatIsSetGetsAStatus(String arm) {
        ProxyDriver driver = driver(arm);
        Installation installation = installation(arm);
        for (Knob knob : Knob.values()) {
            KnobSettings settings = new KnobSettings(Map.of(knob, knob.embeddedDefault()), Set.of(knob));
            Rendering rendering = driver.render(plan(installation, variant(arm), settings));
            assertThat(rendering.knobs()).as(knob.key()).containsOnlyKeys(knob);
        }
    }

    @ParameterizedTest
    @FieldSource("ARMS")
    void nativeLeavesEveryKnobToTheProxy(String arm) {
        ProxyDriver driver = driver(arm);
        EnumMap<Knob, String> all = new EnumMap<>(Knob.class);
        Arrays.stream(Knob.values()).forEach(knob -> all.put(knob, Knob.NATIVE));
        Rendering rendering = driver.render(plan(installation(arm), variant(arm), new KnobSettings(all, Set.of())));
        assertThat(rendering.knobs()).hasSize(all.size());
        assertThat(rendering.knobs().values()).containsOnly(KnobStatus.NATIVE);
    }

    @ParameterizedTest
    @FieldSource("ARMS")
    void itLivesFromReadyToStopped(String arm) throws Exception {
        RunningProxy proxy = start(arm);
        try (proxy) {
            assertThat(proxy.alive()).isTrue();
            assertThat(proxy.log().alerts()).isEmpty();
            assertThat(backend.heads()).as("exchanges made by becoming ready").isEmpty();
            try (KeepAliveClient client = new KeepAliveClient(proxy.address())) {
                assertThat(client.get(3)).isEqualTo(3);
            }
            assertThat(backend.heads()).hasSize(3);
        }
        proxy.pid().ifPresent(pid -> {
            assertThat(proxy.alive()).isFalse();
            assertThat(accepts(proxy.address())).isFalse();
        });
        assertThatCode(proxy::close).as("a second close").doesNotThrowAnyException();
    }

    @ParameterizedTest
    @FieldSource("ARMS")
    void ourHeadersPassUnchanged(String arm) throws Exception {
        try (RunningProxy proxy = start(arm);
                KeepAliveClient client = new KeepAliveClient(proxy.address())) {
            String response = client.send("POST");
            assertThat(CountingServer.header(response, LabHeaders.REQUEST)).isEqualTo("run-0");
            assertThat(CountingServer.header(response, LabHeaders.CONNECTION)).isEqualTo("7");
            assertThat(CountingServer.header(response, LabHeaders.EXCHANGE)).isEqualTo("3");
            String request = backend.heads().get(0);
            assertThat(CountingServer.header(request, LabHeaders.REQUEST)).isEqualTo("run-0");
            assertThat(CountingServer.header(request, LabHeaders.DELAY)).isEqualTo("0ms");
        }
    }

    private RunningProxy start(String arm) throws ProxyFailedException {
        ProxyPlan plan = plan(installation(arm), variant(arm), KnobSettings.none());
        return driver(arm).start(plan, driver(arm).render(plan));
    }

    /** The variants of the embedded proxy are pools, which have a contract test of their own. */
    private static Stream<String> arms(ProxyDriver driver) {
        return driver.id().equals("client")
                ? driver.variants().stream().map(variant -> driver.id() + ":" + variant)
                : Stream.of(driver.id());
    }

    private static ProxyDriver driver(String arm) {
        return ProxyDriver.of(Arm.parse(arm).driver());
    }

    private static Optional<String> variant(String arm) {
        return Arm.parse(arm).variant();
    }

    /** An address has to be given; anything else is found or missing. */
    private Installation installation(String arm) {
        ProxyDriver driver = driver(arm);
        if (driver.id().equals("external")) {
            return driver.locate(Optional.of("127.0.0.1:" + backend.address().getPort()));
        }
        Optional<Installation> found = driver.installations().stream().findFirst();
        return Required.proxy(found.map(any -> driver.locate(variant(arm), Optional.empty())), driver.id());
    }

    private ProxyPlan plan(Installation installation, Optional<String> variant, KnobSettings knobs) {
        return new ProxyPlan(installation, variant, knobs, listen(), backend.address(), Optional.empty(), directory);
    }

    private InetSocketAddress listen() {
        return FreePorts.loopback();
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
