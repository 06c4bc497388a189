package keepalivelab.proxies.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import keepalivelab.api.InputException;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;
import keepalivelab.api.KnobStatus;
import keepalivelab.api.PoolFactory;
import keepalivelab.api.ProxyFailedException;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.Rendering;
import keepalivelab.api.RunningProxy;
import keepalivelab.proxies.process.FreePorts;
import keepalivelab.proxies.process.ProcessGroup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real child process. */
class EmbeddedDriverTest {
    private final EmbeddedDriver driver = new EmbeddedDriver();

    @TempDir
    Path directory;

    private ProxyPlan plan(InetSocketAddress listen, InetSocketAddress upstream, Map<Knob, String> knobs) {
        return new ProxyPlan(
                driver.locate(Optional.empty()),
                Optional.of("fifo"),
                new KnobSettings(knobs, Set.of()),
                listen,
                upstream,
                Optional.of(upstream),
                directory);
    }

    @Test
    void aChildProcessForwardsCountsLogsAndLeavesNothing() throws Exception {
        Origin[] origin = new Origin[1];
        origin[0] = Origin.of((peer, ordinal) -> {
            while (origin[0].next(peer).head().startsWith("GET")) {
                peer.send(Origin.ok("hi"));
            }
        });
        ProxyPlan plan = plan(FreePorts.loopback(), origin[0].address(), Map.of(Knob.WORKERS, "2"));
        RunningProxy proxy = driver.start(plan, driver.render(plan));
        ProcessGroup group = new ProcessGroup(proxy.pid().orElseThrow());
        try (proxy;
                Peer client = Peer.dial(proxy.address())) {
            assertThat(proxy.alive()).isTrue();
            assertThat(client.get("/a").status()).isEqualTo(200);
            assertThat(client.get("/b").field("X-Lab-Thread")).startsWith("worker-");
            assertThat(client.send("POST / HTTP/1.1\r\nContent-Length: 0\r\n\r\n")
                            .response()
                            .status())
                    .isEqualTo(502);
            assertThat(client.get(proxy.warmPath().orElseThrow()).body()).isEqualTo("hi");
            assertThat(proxy.counters())
                    .containsEntry("requests", 3L)
                    .containsEntry("dials", 1L)
                    .containsEntry("reuses", 2L);
            assertThat(proxy.log().earlyCloses()).hasValue(1);
            assertThat(proxy.log().alerts()).isEmpty();
        } finally {
            origin[0].close();
        }
        assertThat(group.members()).isEmpty();
        assertThat(proxy.counters()).isEmpty();
    }

    @Test
    void aPortThatIsTakenIsToldApart() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            InetSocketAddress listen = new InetSocketAddress(InetAddress.getLoopbackAddress(), taken.getLocalPort());
            ProxyPlan plan = plan(listen, listen, Map.of());
            ProxyFailedException failure =
                    catchThrowableOfType(ProxyFailedException.class, () -> driver.start(plan, driver.render(plan)));
            assertThat(failure.portTaken()).isTrue();
            assertThat(failure.getMessage()).contains(String.valueOf(taken.getLocalPort()));
            assertThat(failure.lastLines()).anyMatch(line -> line.startsWith(EmbeddedLog.PORT_TAKEN));
        }
    }

    @Test
    void theConfigurationThatIsRenderedIsReadBackAlike() {
        InetSocketAddress address = FreePorts.loopback();
        ProxyPlan plan = plan(address, address, Map.of(Knob.POOL_MAX_IDLE, "7", Knob.RETRY_RULE, "none"));
        Rendering rendering = driver.render(plan);
        String text = rendering.files().getOrDefault(EmbeddedStart.CONFIG_FILE, "");
        EmbeddedConfig config = EmbeddedConfig.parse("proxy.conf", text.lines().toList());
        assertThat(config.text()).isEqualTo(text).contains("pool = fifo").contains("pool.max-idle = 7");
        assertThat(config.value(Knob.RETRY_RULE)).isEqualTo("none");
        assertThat(rendering.knobs()).containsEntry(Knob.POOL_MAX_IDLE, KnobStatus.APPLIED);
    }

    @Test
    void everyPoolIsAVariantAndAMistypedOneIsNamed() {
        assertThat(driver.variants())
                .isEqualTo(PoolFactory.all().stream().map(PoolFactory::id).toList())
                .contains("lifo", "fifo", "per-worker", "none");
        ProxyPlan plan = new ProxyPlan(
                driver.locate(Optional.empty()),
                Optional.of("lifoo"),
                KnobSettings.none(),
                FreePorts.loopback(),
                FreePorts.loopback(),
                Optional.empty(),
                directory);
        assertThatThrownBy(() -> driver.render(plan))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("did you mean 'lifo'");
    }

    @Test
    void aKnobThatItHasNotIsRefusedUnlessItsValueHoldsAnyway() {
        InetSocketAddress address = FreePorts.loopback();
        ProxyPlan holds = plan(address, address, Map.of(Knob.POOL_SHARE, "always"));
        assertThat(driver.render(holds).knobs()).containsEntry(Knob.POOL_SHARE, KnobStatus.APPLIED);
        ProxyPlan lacks = plan(address, address, Map.of(Knob.POOL_SHARE, "never"));
        assertThatThrownBy(() -> driver.render(lacks))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("pool.share");
    }

    @Test
    void aForwarderHasItsOwnRoutesElsewhere() throws Exception {
        try (Origin origin = Origin.of((peer, ordinal) -> peer.send(peer.bytes(1)))) {
            ProxyPlan plan = new ProxyPlan(
                    driver.locate(Optional.empty()),
                    Optional.of("prewarmed"),
                    new KnobSettings(Map.of(Knob.ROLE, "l4", Knob.POOL_MIN_IDLE, "2"), Set.of()),
                    FreePorts.loopback(),
                    origin.address(),
                    Optional.empty(),
                    directory);
            try (RunningProxy proxy = driver.start(plan, driver.render(plan))) {
                await().atMost(Duration.ofSeconds(20))
                        .until(() -> Objects.equals(proxy.counters().get("upstream_idle"), 2L));
                assertThat(proxy.counters()).containsEntry("downstream_accepts", 0L);
                try (Peer client = Peer.dial(proxy.address())) {
                    assertThat(client.send("x").bytes(1)).containsExactly('x');
                }
            }
        }
    }

    @Test
    void aForwarderIsWarmedUpElsewhere() throws Exception {
        try (Origin origin = Origin.of((peer, ordinal) -> peer.send(peer.bytes(1)));
                Origin probe = Origin.of((peer, ordinal) -> peer.send(peer.bytes(1)))) {
            ProxyPlan plan = new ProxyPlan(
                    driver.locate(Optional.empty()),
                    Optional.of("prewarmed-checked"),
                    new KnobSettings(Map.of(Knob.ROLE, "l4"), Set.of()),
                    FreePorts.loopback(),
                    origin.address(),
                    Optional.of(probe.address()),
                    directory);
            try (RunningProxy proxy = driver.start(plan, driver.render(plan))) {
                assertThat(proxy.warmPath()).contains("/");
                assertThat(proxy.warmAddress()).isNotEqualTo(proxy.address());
                try (Peer client = Peer.dial(proxy.warmAddress())) {
                    assertThat(client.send("x").bytes(1)).containsExactly('x');
                }
                assertThat(origin.accepts()).isZero();
                try (Peer client = Peer.dial(proxy.address())) {
                    assertThat(client.send("x").bytes(1)).containsExactly('x');
                }
                assertThat(proxy.counters())
                        .containsEntry("first_byte_count", 1L)
                        .containsKey("first_byte_p50_us");
            }
        }
    }

    @Test
    void aLongClassPathGoesThroughAFile() {
        ChildCommand command = ChildCommand.of("proxy.conf", "a.jar:" + "/bb".repeat(30_000));
        assertThat(command.words()).contains("@java.args").noneMatch(word -> word.length() > 1000);
        assertThat(command.files().getOrDefault("java.args", ""))
                .startsWith("-cp \"/")
                .contains("/a.jar:/bb/bb");
    }

    @Test
    void aBadLineOfTheConfigurationIsNamedWithItsNumber() {
        List<String> lines = List.of("# comment", "listen = 127.0.0.1:1", "pool.max-idel = 3");
        assertThatThrownBy(() -> EmbeddedConfig.parse("x.conf", lines))
                .isInstanceOf(InputException.class)
                .hasMessage("x.conf:3: unknown key 'pool.max-idel'; did you mean 'pool.max-idle'?");
    }
}
