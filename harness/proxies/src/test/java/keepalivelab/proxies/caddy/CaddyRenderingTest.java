package keepalivelab.proxies.caddy;

import static keepalivelab.proxies.Plans.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import keepalivelab.api.InputException;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobStatus;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.Rendering;
import keepalivelab.proxies.Plans;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CaddyRenderingTest {
    private static final String NEW = "2.11.7";

    @TempDir
    Path folder;

    private static ProxyPlan plan(String version, String... settings) {
        return Plans.of("caddy", version, Set.of(), settings);
    }

    private static Rendering render(String version, String... settings) {
        return new CaddyConfig(plan(version, settings)).render();
    }

    private static List<String> lines(Rendering rendering) {
        return Plans.lines(rendering, "Caddyfile");
    }

    @Test
    void itListensOnLoopbackAndHasNoAdministration() {
        assertThat(lines(render(NEW)))
                .contains("admin off", "persist_config off", "http://:8001 {", "bind 127.0.0.1", "keepalive 60s");
        assertThat(lines(render("2.6.2"))).contains("admin off").doesNotContain("persist_config off");
        assertThat(render(NEW).command())
                .containsExactly("/opt/caddy", "run", "--config", "/run/lab/Caddyfile", "--adapter", "caddyfile");
    }

    @ParameterizedTest
    @CsvSource({
        "pool.max-idle=8, keepalive_idle_conns_per_host 8",
        "pool.max-idle=none, keepalive_idle_conns_per_host 1000000",
        "pool.max-idle=0, keepalive off",
        "pool.enabled=no, keepalive off",
        "upstream.connection=close, keepalive off",
        "pool.max-total=8, max_conns_per_host 8",
        "pool.idle-timeout=300ms, keepalive 300000000ns",
        "connect.timeout=1s, dial_timeout 1000000000ns",
        "response.timeout=none, read_timeout 8760h"
    })
    void aKnobIsALine(String setting, String line) {
        assertThat(lines(render(NEW, setting))).contains(line);
    }

    @Test
    void aCapOnConnectionsIsOneForTheStartBarrier() {
        assertThat(render(NEW, "pool.max-total=8").upstreamLimit()).hasValue(8);
        assertThat(render(NEW, "pool.max-idle=8").upstreamLimit()).isEmpty();
    }

    @Test
    void workersAreThreadsOfItsRuntime() {
        assertThat(status(render(NEW, "workers=2"), Knob.WORKERS)).isEqualTo(KnobStatus.EMULATED);
        assertThat(new CaddyLife(plan(NEW, "workers=2")).environment())
                .containsEntry("GOMAXPROCS", "2")
                .containsEntry("HOME", "/run/lab");
        assertThat(new CaddyLife(plan(NEW)).environment()).containsEntry("GOMAXPROCS", "1");
        assertThat(new CaddyLife(plan(NEW, "workers=native")).environment()).doesNotContainKey("GOMAXPROCS");
    }

    @Test
    void nativeWritesNothing() {
        assertThat(lines(render(NEW, "pool.idle-timeout=native", "pool.max-idle=native")))
                .noneMatch(line -> line.startsWith("keepalive"));
    }

    @ParameterizedTest
    @CsvSource({
        "pool.max-requests=100, always none",
        "retry.rule=none, always sends idempotent requests",
        "upstream.http=1.0, always 1.1",
        "workers.model=pinned, always stealing"
    })
    void whatItCannotDoIsRefusedByName(String setting, String why) {
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> render(NEW, setting))
                .withMessageContaining("caddy " + NEW)
                .withMessageContaining(setting)
                .withMessageContaining(why);
    }

    @Test
    void anUpstreamThatClosedEarlyIsCountedWhateverTheWayItDid() throws Exception {
        ProxyPlan plan = plan(NEW);
        ProxyPlan here = new ProxyPlan(
                plan.installation(),
                plan.variant(),
                plan.knobs(),
                plan.listen(),
                plan.upstream(),
                plan.probe(),
                folder);
        String line = "{\"level\":\"error\",\"ts\":1.5,\"logger\":\"http.log.error\",\"msg\":\"%s\",\"status\":502}";
        Files.write(
                folder.resolve("proxy.err"),
                List.of(
                        String.format(line, "EOF"),
                        String.format(line, "read tcp 127.0.0.1:1->127.0.0.1:2: read: connection reset by peer"),
                        String.format(line, "dial tcp 127.0.0.1:2: connect: connection refused"),
                        "{\"level\":\"error\",\"logger\":\"tls\",\"msg\":\"EOF\"}"));
        assertThat(new CaddyLife(here).log().earlyCloses()).hasValue(2);
    }
}
