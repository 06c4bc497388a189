package keepalivelab.proxies.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import keepalivelab.api.InputException;
import keepalivelab.api.Installation;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;
import keepalivelab.api.KnobStatus;
import keepalivelab.api.ProxyFailedException;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.Rendering;
import keepalivelab.api.RunningProxy;
import keepalivelab.proxies.CountingServer;
import keepalivelab.proxies.process.FreePorts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExternalDriverTest {
    private final ExternalDriver driver = new ExternalDriver();

    @AfterEach
    void allowNothing() {
        System.clearProperty(ExternalDriver.ALLOW_REMOTE);
    }

    private static ProxyPlan plan(Installation installation, Map<Knob, String> knobs) {
        InetSocketAddress any = FreePorts.loopback();
        return new ProxyPlan(
                installation,
                Optional.empty(),
                new KnobSettings(knobs, Set.of()),
                any,
                any,
                Optional.empty(),
                Path.of("unused"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:8080", "localhost:80", "[::1]:65535"})
    void aLoopbackAddressIsTaken(String address) {
        Installation found = driver.locate(Optional.of(address));
        assertThat(found.location()).isEqualTo(address);
        assertThat(found.version()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"8080", "127.0.0.1", "127.0.0.1:0", "127.0.0.1:65536", "http://127.0.0.1:80", ":80", "::1:80"})
    void anythingElseIsRefusedWithTheForm(String address) {
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> driver.locate(Optional.of(address)))
                .withMessageContaining(address)
                .withMessageContaining("HOST:PORT");
    }

    @Test
    void itNeedsAnAddress() {
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> driver.locate(Optional.empty()))
                .withMessageContaining("external@127.0.0.1:8080");
    }

    @Test
    void anAddressOffThisMachineNeedsPermission() {
        Optional<String> elsewhere = Optional.of("192.0.2.1:80");
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> driver.locate(elsewhere))
                .withMessageContaining("-D" + ExternalDriver.ALLOW_REMOTE + "=true");
        System.setProperty(ExternalDriver.ALLOW_REMOTE, "true");
        assertThat(driver.locate(elsewhere).location()).isEqualTo("192.0.2.1:80");
    }

    @Test
    void aKnobIsNeverAppliedAndNeverAnError() {
        Map<Knob, String> knobs = Map.of(Knob.POOL_MAX_IDLE, "8", Knob.WORKERS, Knob.NATIVE);
        Rendering rendering = driver.render(plan(driver.locate(Optional.of("127.0.0.1:80")), knobs));
        assertThat(rendering.knobs())
                .isEqualTo(Map.of(Knob.POOL_MAX_IDLE, KnobStatus.UNSUPPORTED, Knob.WORKERS, KnobStatus.NATIVE));
        assertThat(rendering.notes()).anyMatch(note -> note.contains("no knob was applied"));
        assertThat(rendering.command()).isEmpty();
    }

    @Test
    void itsAddressIsTheOneThatWasGivenAndItIsLeftRunning() throws Exception {
        try (CountingServer server = CountingServer.start()) {
            String address = "127.0.0.1:" + server.address().getPort();
            ProxyPlan plan = plan(driver.locate(Optional.of(address)), Map.of());
            RunningProxy proxy = driver.start(plan, driver.render(plan));
            assertThat(proxy.address()).isEqualTo(server.address());
            assertThat(proxy.pid()).isEmpty();
            proxy.close();
            assertThat(proxy.alive()).isTrue();
            assertThat(server.heads()).isEmpty();
        }
    }

    @Test
    void anAddressWhereNobodyListensIsNamed() {
        String address = "127.0.0.1:" + FreePorts.loopback().getPort();
        ProxyPlan plan = plan(driver.locate(Optional.of(address)), Map.of());
        assertThatExceptionOfType(ProxyFailedException.class)
                .isThrownBy(() -> driver.start(plan, driver.render(plan)))
                .withMessageContaining(address);
    }
}
