package keepalivelab.proxies.haproxy;

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
import org.junit.jupiter.params.provider.ValueSource;

class HaproxyRenderingTest {
    private static final String OLD = "2.6.12";
    private static final String NEW = "3.2.26";
    private static final String SERVER = "server backend 127.0.0.1:8002";

    private static Rendering render(String version, String... settings) {
        return new HaproxyConfig(Plans.of("haproxy", version, Set.of(), settings)).render();
    }

    private static List<String> lines(Rendering rendering) {
        return Plans.lines(rendering, "haproxy.cfg");
    }

    @ParameterizedTest
    @ValueSource(strings = {OLD, NEW})
    void everyVersionListensAloneAndSharesItsConnections(String version) {
        Rendering rendering = render(version);
        assertThat(lines(rendering))
                .contains(
                        "noreuseport",
                        "nbthread 1",
                        "bind 127.0.0.1:8001 backlog 4096",
                        "http-reuse always",
                        SERVER + " pool-purge-delay 60s")
                .noneMatch(line -> line.contains("@"));
        assertThat(rendering.command()).containsExactly("/opt/haproxy", "-db", "-f", "/run/lab/haproxy.cfg");
        assertThat(rendering.upstreamLimit()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "pool.max-idle=8, server backend 127.0.0.1:8002 pool-max-conn 8 pool-purge-delay 60s",
        "pool.max-idle=none, server backend 127.0.0.1:8002 pool-max-conn -1 pool-purge-delay 60s",
        "pool.idle-timeout=1500ms, server backend 127.0.0.1:8002 pool-purge-delay 1500ms",
        "pool.share=safe, http-reuse safe",
        "pool.enabled=no, option http-server-close",
        "upstream.connection=close, option http-server-close",
        "retry.rule=none, retry-on none",
        "retry.rule=any-within-64KiB-on-reused, retry-on conn-failure empty-response",
        "connect.timeout=250ms, timeout connect 250ms",
        "response.timeout=2m, timeout server 120000ms",
        "workers=4, nbthread 4"
    })
    void aKnobIsALine(String setting, String line) {
        assertThat(lines(render(OLD, setting))).contains(line);
        assertThat(lines(render(NEW, setting))).contains(line);
    }

    @Test
    void aCapOnConnectionsIsOneOnRequestsBeforeTheKeywordThatMakesItStrict() {
        Rendering old = render(OLD, "pool.max-total=8");
        assertThat(lines(old)).contains(SERVER + " pool-purge-delay 60s maxconn 8");
        assertThat(status(old, Knob.POOL_MAX_TOTAL)).isEqualTo(KnobStatus.EMULATED);
        Rendering strict = render(NEW, "pool.max-total=8");
        assertThat(lines(strict)).contains(SERVER + " pool-purge-delay 60s maxconn 8 strict-maxconn");
        assertThat(status(strict, Knob.POOL_MAX_TOTAL)).isEqualTo(KnobStatus.APPLIED);
        assertThat(strict.upstreamLimit()).hasValue(8);
    }

    @Test
    void onlySafeMethodsAreSentAgainWhereTheRuleSaysSo() {
        Rendering rendering = render(NEW, "retry.rule=idempotent-on-reused");
        assertThat(lines(rendering))
                .contains("http-request disable-l7-retry unless { method GET HEAD PUT DELETE OPTIONS TRACE }");
        assertThat(status(rendering, Knob.RETRY_RULE)).isEqualTo(KnobStatus.EMULATED);
        assertThat(rendering.notes()).anyMatch(note -> note.contains("up to three times"));
    }

    @Test
    void nativeWritesNothing() {
        assertThat(lines(render(NEW, "pool.share=native", "pool.idle-timeout=native", "workers=native")))
                .contains(SERVER)
                .noneMatch(line -> line.startsWith("http-reuse") || line.startsWith("nbthread"));
    }

    @ParameterizedTest
    @CsvSource({
        "pool.max-requests=100, not obeyed for HTTP/1.1",
        "pool.max-lifetime=1h, always none",
        "pool.idle-timeout=1500us, whole milliseconds",
        "upstream.http=1.0, always 1.1",
        "role=l4, HTTP proxy only",
        "workers=none, number of threads"
    })
    void whatItCannotDoIsRefusedByName(String setting, String why) {
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> render(OLD, setting))
                .withMessageContaining("haproxy " + OLD)
                .withMessageContaining(setting)
                .withMessageContaining(why);
    }

    @Test
    void anIdleTimeIsKeptInPeriodsOnly() {
        Rendering rendering = render(NEW, "pool.idle-timeout=1s");
        assertThat(status(rendering, Knob.POOL_IDLE_TIMEOUT)).isEqualTo(KnobStatus.EMULATED);
        assertThat(rendering.notes()).anyMatch(note -> note.startsWith("pool.idle-timeout=1s: "));
    }
}
