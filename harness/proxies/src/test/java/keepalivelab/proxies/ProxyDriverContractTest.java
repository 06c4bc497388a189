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

/** What every driver on the class path keeps, with every version that was found. */
class ProxyDriverContractTest {
    static final List<String> DRIVERS = Found.drivers();
    static final List<String> INSTALLATIONS = Found.installations();

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
    @FieldSource("INSTALLATIONS")
    void aVariantThatItDoesNotHaveIsRefused(String proxy) {
        ProxyDriver driver = Found.driver(proxy);
        ProxyPlan plan = plan(installation(proxy), Optional.of("no-such-variant"), KnobSettings.none());
        assertThat(catchThrowable(() -> driver.render(plan)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("no-such-variant");
    }

    @ParameterizedTest
    @FieldSource("INSTALLATIONS")
    void renderingTouchesNothingAndIsRepeatable(String proxy) {
        ProxyDriver driver = Found.driver(proxy);
        ProxyPlan plan = plan(installation(proxy), Optional.empty(), KnobSettings.none());
        assertThat(driver.render(plan)).isEqualTo(driver.render(plan));
        assertThat(directory).isEmptyDirectory();
        assertThat(accepts(plan.listen())).isFalse();
        assertThat(backend.accepts()).isZero();
    }

    @ParameterizedTest
    @FieldSource("INSTALLATIONS")
    void everyKnobThatIsSetGetsAStatus(String proxy) {
        ProxyDriver driver = Found.driver(proxy);
        Installation installation = installation(proxy);
        for (Knob knob : Knob.values()) {
            KnobSettings settings = new KnobSettings(Map.of(knob, knob.embeddedDefault()), Set.of(knob));
            Rendering rendering = driver.render(plan(installation, Optional.empty(), settings));
            assertThat(rendering.knobs()).as(knob.key()).containsOnlyKeys(knob);
        }
    }

    @ParameterizedTest
    @FieldSource("INSTALLATIONS")
    void nativeLeavesEveryKnobToTheProxy(String proxy) {
        ProxyDriver driver = Found.driver(proxy);
        EnumMap<Knob, String> all = new EnumMap<>(Knob.class);
        Arrays.stream(Knob.values()).forEach(knob -> all.put(knob, Knob.NATIVE));
        Rendering rendering =
                driver.render(plan(installation(proxy), Optional.empty(), new KnobSettings(all, Set.of())));
        assertThat(rendering.knobs()).hasSize(all.size());
        assertThat(rendering.knobs().values()).containsOnly(KnobStatus.NATIVE);
    }

    @ParameterizedTest
    @FieldSource("INSTALLATIONS")
    void itLivesFromReadyToStopped(String proxy) throws Exception {
        RunningProxy running = start(proxy);
        try (running) {
            assertThat(running.alive()).isTrue();
            assertThat(running.log().alerts()).isEmpty();
            assertThat(backend.heads()).as("exchanges made by becoming ready").isEmpty();
            try (KeepAliveClient client = new KeepAliveClient(running.address())) {
                assertThat(client.get(3)).isEqualTo(3);
            }
            assertThat(backend.heads()).hasSize(3);
        }
        running.pid().ifPresent(pid -> {
            assertThat(running.alive()).isFalse();
            assertThat(accepts(running.address())).isFalse();
        });
        assertThatCode(running::close).as("a second close").doesNotThrowAnyException();
    }

    @ParameterizedTest
    @FieldSource("INSTALLATIONS")
    void ourHeadersPassUnchanged(String proxy) throws Exception {
        try (RunningProxy running = start(proxy);
                KeepAliveClient client = new KeepAliveClient(running.address())) {
            String response = client.send("POST");
            assertThat(CountingServer.header(response, LabHeaders.REQUEST)).isEqualTo("run-0");
            assertThat(CountingServer.header(response, LabHeaders.CONNECTION)).isEqualTo("7");
            assertThat(CountingServer.header(response, LabHeaders.EXCHANGE)).isEqualTo("3");
            String request = backend.heads().get(0);
            assertThat(CountingServer.header(request, LabHeaders.REQUEST)).isEqualTo("run-0");
            assertThat(CountingServer.header(request, LabHeaders.DELAY)).isEqualTo("0ms");
        }
    }

    private RunningProxy start(String proxy) throws ProxyFailedException {
        ProxyDriver driver = Found.driver(proxy);
        ProxyPlan plan = plan(installation(proxy), Optional.empty(), KnobSettings.none());
        return driver.start(plan, driver.render(plan));
    }

    /** An address has to be given; anything else is found or missing. */
    private Installation installation(String proxy) {
        return proxy.equals("external")
                ? Found.driver(proxy)
                        .locate(Optional.of("127.0.0.1:" + backend.address().getPort()))
                : Found.installation(proxy);
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
