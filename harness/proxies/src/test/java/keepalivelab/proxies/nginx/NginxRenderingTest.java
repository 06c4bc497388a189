package keepalivelab.proxies.nginx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import keepalivelab.api.InputException;
import keepalivelab.api.Installation;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;
import keepalivelab.api.KnobStatus;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.Rendering;
import keepalivelab.proxies.process.FreePorts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NginxRenderingTest {
    private static final String OLD = "1.22.1";
    private static final String NEW = "1.31.3";

    /** Settings as an arm writes them: {@code knob=value}. */
    private static Rendering render(String version, String... settings) {
        return new NginxConfig(plan(version, Set.of(), settings), "nobody").render();
    }

    private static ProxyPlan plan(String version, Set<Knob> optional, String... settings) {
        Map<Knob, String> values = new HashMap<>();
        for (String setting : settings) {
            int equals = setting.indexOf('=');
            values.put(Knob.of(setting.substring(0, equals)), setting.substring(equals + 1));
        }
        return new ProxyPlan(
                new Installation("nginx", version, "/usr/sbin/nginx", "system"),
                Optional.empty(),
                new KnobSettings(values, optional),
                loopback(8001),
                loopback(8002),
                Optional.empty(),
                Path.of("/run/lab"));
    }

    private static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(FreePorts.loopback().getAddress(), port);
    }

    /** The configuration's lines without indentation and comments. */
    private static List<String> lines(Rendering rendering) {
        return Objects.requireNonNull(rendering.files().get("nginx.conf"))
                .lines()
                .map(String::strip)
                .filter(line -> !line.startsWith("#"))
                .toList();
    }

    private static KnobStatus status(Rendering rendering, Knob knob) {
        return Objects.requireNonNull(rendering.knobs().get(knob));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.18.0", OLD, "1.28.3", NEW})
    void everyVersionListensProxiesAndStaysInItsFolder(String version) {
        List<String> lines = lines(render(version));
        assertThat(lines)
                .contains(
                        "daemon off;",
                        "master_process off;",
                        "error_log \"/run/lab/error.log\" info;",
                        "pid \"/run/lab/nginx.pid\";",
                        "listen 127.0.0.1:8001 backlog=4096;",
                        "location = /-ready {",
                        "upstream measured {",
                        "server 127.0.0.1:8002;",
                        "proxy_pass http://measured;",
                        "keepalive_requests 1000000;",
                        "keepalive_timeout 1d;");
        assertThat(lines).noneMatch(line -> line.contains("@"));
        assertThat(lines.stream().filter(line -> line.contains("_path")).toList())
                .hasSize(5)
                .allMatch(line -> line.contains("\"/run/lab/"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.18.0", OLD, "1.28.3", "1.29.6"})
    void below1297ThreeLinesSwitchKeepAliveOn(String version) {
        assertThat(lines(render(version)))
                .contains("keepalive 32;", "proxy_http_version 1.1;", "proxy_set_header Connection \"\";");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.29.7", NEW})
    void from1297OnTheDefaultsAreLeftAlone(String version) {
        assertThat(lines(render(version)))
                .noneMatch(line -> line.startsWith("keepalive 32"))
                .noneMatch(line -> line.startsWith("proxy_http_version"))
                .noneMatch(line -> line.startsWith("proxy_set_header"));
    }

    @ParameterizedTest
    @ValueSource(strings = {OLD, NEW})
    void nativeWritesNothing(String version) {
        Rendering rendering = render(
                version, "pool.enabled=native", "upstream.http=native", "upstream.connection=native", "workers=native");
        assertThat(lines(rendering))
                .noneMatch(line -> line.matches("keepalive \\d+;"))
                .noneMatch(line -> line.startsWith("proxy_http_version"))
                .noneMatch(line -> line.startsWith("proxy_set_header"))
                .noneMatch(line -> line.startsWith("worker_processes"));
        assertThat(rendering.knobs().values()).containsOnly(KnobStatus.NATIVE);
    }

    @Test
    void eachNativeKeyLeavesTheOthersWritten() {
        assertThat(lines(render(OLD, "upstream.connection=native")))
                .contains("keepalive 32;", "proxy_http_version 1.1;")
                .noneMatch(line -> line.startsWith("proxy_set_header"));
        assertThat(lines(render(OLD, "pool.enabled=native", "pool.max-idle=16")))
                .contains("keepalive 16;");
    }

    @ParameterizedTest
    @CsvSource({
        "pool.max-idle=16, keepalive 16;",
        "pool.idle-timeout=300ms, keepalive_timeout 300ms;",
        "pool.idle-timeout=1.5s, keepalive_timeout 1500ms;",
        "pool.max-requests=100, keepalive_requests 100;",
        "pool.max-lifetime=2s, keepalive_time 2s;",
        "pool.max-total=8, server 127.0.0.1:8002 max_conns=8;",
        "upstream.http=1.0, proxy_http_version 1.0;",
        "upstream.connection=close, proxy_set_header Connection close;",
        "upstream.connection=none, proxy_set_header Connection \"\";",
        "upstream.block=no, proxy_pass http://127.0.0.1:8002;",
        "retry.rule=none, proxy_next_upstream off;",
        "retry.rule=idempotent-on-reused, proxy_next_upstream error timeout;",
        "retry.rule=any-within-64KiB-on-reused, proxy_next_upstream error timeout non_idempotent;",
        "connect.timeout=250ms, proxy_connect_timeout 250ms;",
        "response.timeout=2m, proxy_read_timeout 120s;",
        "workers=4, worker_processes 4;"
    })
    void aKnobIsALineOnOldAndNew(String setting, String line) {
        assertThat(lines(render(OLD, setting))).contains(line);
        assertThat(lines(render(NEW, setting))).contains(line);
    }

    @ParameterizedTest
    @ValueSource(strings = {"pool.enabled=no", "pool.max-idle=0"})
    void noPoolIsNoLineBelow1297AndAZeroAbove(String setting) {
        assertThat(lines(render(OLD, setting))).noneMatch(line -> line.matches("keepalive \\d+;"));
        assertThat(lines(render(NEW, setting))).contains("keepalive 0;");
    }

    @Test
    void aPoolThatIsOffStaysOffWhateverItsSize() {
        assertThat(lines(render(NEW, "pool.enabled=no", "pool.max-idle=16"))).contains("keepalive 0;");
        assertThat(render(NEW, "pool.enabled=no", "pool.max-idle=16").notes())
                .anyMatch(n -> n.contains("pool.max-idle=16"));
        assertThat(lines(render(OLD, "pool.enabled=no", "pool.max-idle=16")))
                .noneMatch(line -> line.matches("keepalive \\d+;"));
    }

    @Test
    void aPoolThatIsSwitchedOnIsWrittenOnAnyVersion() {
        assertThat(lines(render(OLD, "pool.enabled=yes"))).contains("keepalive 32;");
        assertThat(lines(render(NEW, "pool.enabled=yes"))).contains("keepalive 32;");
    }

    @Test
    void statusesSayWhatBecameOfAKnob() {
        Rendering rendering = render(
                NEW,
                "pool.max-idle=8",
                "pool.max-total=8",
                "retry.rule=any-within-64KiB-on-reused",
                "pool.idle-timeout=native",
                "pool.share=always");
        assertThat(status(rendering, Knob.POOL_MAX_IDLE)).isEqualTo(KnobStatus.APPLIED);
        assertThat(status(rendering, Knob.POOL_MAX_TOTAL)).isEqualTo(KnobStatus.EMULATED);
        assertThat(status(rendering, Knob.RETRY_RULE)).isEqualTo(KnobStatus.EMULATED);
        assertThat(status(rendering, Knob.POOL_IDLE_TIMEOUT)).isEqualTo(KnobStatus.NATIVE);
        assertThat(status(rendering, Knob.POOL_SHARE)).isEqualTo(KnobStatus.APPLIED);
        assertThat(rendering.notes()).anyMatch(n -> n.startsWith("pool.max-total=8: ") && n.contains("502"));
    }

    @Test
    void aLimitOfRequestsNeedsNoEmulation() {
        Rendering rendering = render(OLD, "pool.max-requests=100", "pool.max-requests.emulate=origin");
        assertThat(rendering.knobs().values()).containsOnly(KnobStatus.APPLIED);
        assertThat(lines(rendering)).contains("keepalive_requests 100;");
    }

    @ParameterizedTest
    @CsvSource({
        "1.22.1, pool.idle-timeout=1500us, whole milliseconds",
        "1.22.1, pool.min-idle=4, no such setting",
        "1.22.1, pool.share=safe, always",
        "1.22.1, role=l4, HTTP proxy only",
        "1.22.1, workers=none, number of worker",
        "1.22.1, pool.max-idle=none, without a limit",
        "1.18.0, pool.max-lifetime=1h, 1.19.10"
    })
    void whatNginxCannotDoIsRefusedByName(String version, String setting, String why) {
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> render(version, setting))
                .withMessageContaining("nginx " + version)
                .withMessageContaining(setting)
                .withMessageContaining(why);
    }

    @Test
    void anOptionalKnobThatCannotBeDoneIsUnsupportedWithItsReason() {
        ProxyPlan plan = plan("1.18.0", Set.of(Knob.POOL_MAX_LIFETIME), "pool.max-lifetime=1h");
        Rendering rendering = new NginxConfig(plan, "nobody").render();
        assertThat(status(rendering, Knob.POOL_MAX_LIFETIME)).isEqualTo(KnobStatus.UNSUPPORTED);
        assertThat(lines(rendering)).noneMatch(line -> line.contains("keepalive_time "));
        assertThat(rendering.notes()).anyMatch(n -> n.contains("1.19.10"));
    }

    @Test
    void aBareAddressHasNoPool() {
        assertThat(lines(render(OLD, "upstream.block=no", "pool.enabled=no"))).noneMatch(l -> l.startsWith("upstream"));
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> render(OLD, "upstream.block=no", "pool.max-idle=8"))
                .withMessageContaining("upstream block");
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> render(OLD, "upstream.block=no", "pool.enabled=yes"))
                .withMessageContaining("upstream block");
    }

    @Test
    void severalWorkersHaveAMasterAndShareTheirLimit() {
        assertThat(lines(render(OLD, "workers=2", "pool.max-total=8")))
                .contains("master_process on;", "zone measured 128k;")
                .noneMatch(line -> line.startsWith("user"));
        assertThat(lines(render(OLD, "workers=1", "pool.max-total=8")))
                .contains("master_process off;")
                .noneMatch(line -> line.startsWith("zone"));
    }

    @Test
    void workersStartedByRootStayRootBecauseTheFolderIsRoots() {
        assertThat(lines(new NginxConfig(plan(OLD, Set.of(), "workers=2"), "root").render()))
                .contains("user root;");
    }

    @Test
    void anOldNginxIsNotGivenTheLogSwitch() {
        assertThat(render("1.18.0").command())
                .containsExactly("/usr/sbin/nginx", "-p", "/run/lab/", "-c", "/run/lab/nginx.conf");
        assertThat(render(OLD).command())
                .containsExactly(
                        "/usr/sbin/nginx", "-p", "/run/lab/", "-e", "/run/lab/error.log", "-c", "/run/lab/nginx.conf");
    }

    @Test
    void downstreamLifetimeIsWrittenWhereItExists() {
        assertThat(lines(render("1.18.0"))).noneMatch(line -> line.startsWith("keepalive_time "));
        assertThat(lines(render(OLD))).contains("keepalive_time 1d;");
    }
}
