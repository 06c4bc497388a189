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
    /** Each is run by its id, so that a report names it. */
    static final List<String> DRIVERS =
            ProxyDriver.all().stream().map(ProxyDriver::id).toList();

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
    @FieldSource("DRIVERS")
    void itHasAWordAndALineAboutItself(String id) {
        assertThat(id).matches("[a-z][a-z0-9-]*");
        assertThat(ProxyDriver.of(id).title()).isNotBlank().doesNotContain("\n");
    }

    @ParameterizedTest
    @FieldSource("DRIVERS")
    void aTargetThatMakesNoSenseIsOneClearLine(String id) {
        Throwable thrown = catchThrowable(() -> ProxyDriver.of(id).locate(Optional.of("no such thing")));
        assertThat(thrown).isInstanceOfAny(InputException.class, EnvironmentException.class);
        assertThat(thrown.getMessage()).contains(id, "no such thing").doesNotContain("\n");
    }

    @ParameterizedTest
    @FieldSource("DRIVERS")
    void aVariantThatItDoesNotHaveIsRefused(String id) {
        ProxyDriver driver = ProxyDriver.of(id);
        ProxyPlan plan = plan(installation(driver), Optional.of("no-such-variant"), KnobSettings.none());
        assertThat(catchThrowable(() -> driver.render(plan)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("no-such-variant");
    }

    @ParameterizedTest
    @FieldSource("DRIVERS")
    void renderingTouchesNothingAndIsRepeatable(String id) {
        ProxyDriver driver = ProxyDriver.of(id);
        ProxyPlan plan = plan(installation(driver), Optional.empty(), KnobSettings.none());
        assertThat(driver.render(plan)).isEqualTo(driver.render(plan));
        assertThat(directory).isEmptyDirectory();
        assertThat(accepts(plan.listen())).isFalse();
        assertThat(backend.accepts()).isZero();
    }

    @ParameterizedTest
    @FieldSource("DRIVERS")
    void everyKnobThatIsSetGetsAStatus(String id) {
        ProxyDriver driver = ProxyDriver.of(id);
        Installation installation = installation(driver);
        for (Knob knob : Knob.values()) {
            KnobSettings settings = new KnobSettings(Map.of(knob, knob.embeddedDefault()), Set.of(knob));
            Rendering rendering = driver.render(plan(installation, Optional.empty(), settings));
            assertThat(rendering.knobs()).as(knob.key()).containsOnlyKeys(knob);
        }
    }

    @ParameterizedTest
    @FieldSource("DRIVERS")
    void nativeLeavesEveryKnobToTheProxy(String id) {
        ProxyDriver driver = ProxyDriver.of(id);
        EnumMap<Knob, String> all = new EnumMap<>(Knob.class);
        Arrays.stream(Knob.values()).forEach(knob -> all.put(knob, Knob.NATIVE));
        Rendering rendering =
                driver.render(plan(installation(driver), Optional.empty(), new KnobSettings(all, Set.of())));
        assertThat(rendering.knobs()).hasSize(all.size());
        assertThat(rendering.knobs().values()).containsOnly(KnobStatus.NATIVE);
    }

    @ParameterizedTest
    @FieldSource("DRIVERS")
    void itLivesFromReadyToStopped(String id) throws Exception {
        ProxyDriver driver = ProxyDriver.of(id);
        RunningProxy proxy = start(driver);
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
    @FieldSource("DRIVERS")
    void ourHeadersPassUnchanged(String id) throws Exception {
        try (RunningProxy proxy = start(ProxyDriver.of(id));
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

    private RunningProxy start(ProxyDriver driver) throws ProxyFailedException {
        ProxyPlan plan = plan(installation(driver), Optional.empty(), KnobSettings.none());
        return driver.start(plan, driver.render(plan));
    }

    /** An address has to be given; anything else is found or missing. */
    private Installation installation(ProxyDriver driver) {
        if (driver.id().equals("external")) {
            return driver.locate(Optional.of("127.0.0.1:" + backend.address().getPort()));
        }
        return Required.proxy(driver.installations().stream().findFirst(), driver.id());
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
