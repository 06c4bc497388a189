package keepalivelab.proxies.envoy;

import static keepalivelab.proxies.Plans.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.Set;
import keepalivelab.api.InputException;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobStatus;
import keepalivelab.api.Rendering;
import keepalivelab.proxies.Plans;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnvoyRenderingTest {
    private static Rendering render(String... settings) {
        return new EnvoyConfig(Plans.of("envoy", "1.40.0", Set.of(), settings)).render();
    }

    private static List<String> lines(Rendering rendering) {
        return Plans.lines(rendering, "envoy.yaml");
    }

    @Test
    void itListensAloneAndKeepsToItsFolder() {
        Rendering rendering = render();
        assertThat(lines(rendering))
                .contains(
                        "enable_reuse_port: false",
                        "pipe: {path: \"/run/lab/admin.sock\", mode: 384}",
                        "socket_address: {address: \"127.0.0.1\", port_value: 8001}",
                        "socket_address: {address: \"127.0.0.1\", port_value: 8002}",
                        "timeout: 0s",
                        "idle_timeout: 60s");
        assertThat(rendering.command())
                .containsSubsequence("/opt/envoy", "-c", "/run/lab/envoy.yaml", "--disable-hot-restart")
                .containsSubsequence("--concurrency", "1");
        assertThat(rendering.upstreamLimit()).hasValue(1024);
    }

    @ParameterizedTest
    @CsvSource({
        "pool.max-total=8, max_connections: 8",
        "pool.max-total=none, max_connections: 4294967295",
        "pool.enabled=no, max_requests_per_connection: 1",
        "pool.max-requests=100, max_requests_per_connection: 100",
        "pool.idle-timeout=300ms, idle_timeout: 0.300s",
        "pool.max-lifetime=90s, max_connection_duration: 90.000s",
        "pool.share=never, connection_pool_per_downstream_connection: true",
        "connect.timeout=250ms, connect_timeout: 0.250s",
        "response.timeout=none, idle_timeout: 0s"
    })
    void aKnobIsALine(String setting, String line) {
        assertThat(lines(render(setting))).contains(line);
    }

    @Test
    void aSizeOfThePoolIsACapOnAllConnections() {
        Rendering rendering = render("pool.max-idle=8");
        assertThat(lines(rendering)).contains("max_connections: 8");
        assertThat(status(rendering, Knob.POOL_MAX_IDLE)).isEqualTo(KnobStatus.EMULATED);
        assertThat(rendering.notes()).anyMatch(note -> note.contains("waits"));
        assertThat(rendering.upstreamLimit()).hasValue(8);
        assertThat(render("pool.max-idle=8", "pool.max-total=4").upstreamLimit())
                .hasValue(4);
        assertThat(render("pool.max-idle=2", "pool.max-total=4").upstreamLimit())
                .hasValue(2);
    }

    @Test
    void onlySafeMethodsAreSentAgainWhereTheRuleSaysSo() {
        List<String> lines = lines(render("retry.rule=idempotent-on-reused"));
        int methods = lines.indexOf(EnvoyKnobs.SAFE_METHODS);
        int policy = lines.indexOf("retry_policy: {retry_on: reset, num_retries: 1}");
        assertThat(methods).isPositive().isLessThan(policy);
        assertThat(lines.subList(policy + 1, lines.size()))
                .contains("prefix: /")
                .noneMatch(line -> line.startsWith("retry_policy") || line.startsWith("headers"));
        assertThat(lines(render("retry.rule=none"))).noneMatch(line -> line.startsWith("retry_policy"));
        assertThat(lines(render("retry.rule=any-within-64KiB-on-reused")))
                .contains("retry_policy: {retry_on: reset, num_retries: 1}")
                .doesNotContain(EnvoyKnobs.SAFE_METHODS);
    }

    @Test
    void nativeWritesNothing() {
        Rendering rendering = render("response.timeout=native", "workers=native", "pool.max-idle=native");
        assertThat(lines(rendering))
                .noneMatch(line -> line.startsWith("timeout:")
                        || line.startsWith("idle_timeout")
                        || line.startsWith("max_connections"));
        assertThat(rendering.command()).doesNotContain("--concurrency");
    }

    @ParameterizedTest
    @CsvSource({
        "pool.max-idle=0, at least one",
        "pool.idle-timeout=1500us, whole milliseconds",
        "pool.share=safe, always or never",
        "upstream.http=1.0, always 1.1",
        "upstream.connection=close, always none",
        "role=l4, HTTP proxy only"
    })
    void whatItCannotDoIsRefusedByName(String setting, String why) {
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> render(setting))
                .withMessageContaining("envoy 1.40.0")
                .withMessageContaining(setting)
                .withMessageContaining(why);
    }
}
