package keepalivelab.proxies.pingora;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.EnumMap;
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

class PingoraRenderingTest {
    private static final String OLD = "0.8.0";
    private static final String NEW = "0.9.0";

    /** Settings as an arm writes them: {@code knob=value}. */
    private static Rendering render(String version, Set<Knob> optional, String... settings) {
        EnumMap<Knob, String> values = new EnumMap<>(Knob.class);
        for (String setting : settings) {
            int equals = setting.indexOf('=');
            values.put(Knob.of(setting.substring(0, equals)), setting.substring(equals + 1));
        }
        ProxyPlan plan = new ProxyPlan(
                new Installation("pingora", version, "/opt/pingora", "given"),
                Optional.empty(),
                new KnobSettings(values, optional),
                loopback(8001),
                loopback(8002),
                Optional.empty(),
                Path.of("/run/lab"));
        return new PingoraDriver().render(plan);
    }

    private static Rendering render(String version, String... settings) {
        return render(version, Set.of(), settings);
    }

    private static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(FreePorts.loopback().getAddress(), port);
    }

    /** The configuration's lines without comments. */
    private static List<String> lines(Rendering rendering) {
        return Objects.requireNonNull(rendering.files().get("pingora.conf"))
                .lines()
                .filter(line -> !line.startsWith("#"))
                .toList();
    }

    private static KnobStatus status(Rendering rendering, Knob knob) {
        return Objects.requireNonNull(rendering.knobs().get(knob));
    }

    @ParameterizedTest
    @ValueSource(strings = {OLD, NEW})
    void nothingIsWrittenForWhatIsNotSet(String version) {
        Rendering rendering = render(version);
        assertThat(lines(rendering))
                .hasSize(4)
                .contains("role http", "listen 127.0.0.1:8001", "upstream 127.0.0.1:8002");
        assertThat(lines(rendering).get(3)).startsWith("mark ");
        assertThat(rendering.command()).containsExactly("/opt/pingora", "--run", "/run/lab/pingora.conf");
    }

    @Test
    void theRoleDecidesWhoAnswers() {
        assertThat(lines(render(NEW, "role=answer"))).contains("role answer");
        assertThat(lines(render(NEW, "role=native"))).contains("role http");
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> render(NEW, "role=l4"))
                .withMessageContaining("role=l4");
    }

    @ParameterizedTest
    @CsvSource({
        "workers=4, threads 4",
        "workers.model=stealing, work-stealing yes",
        "workers.model=pinned, work-stealing no",
        "pool.max-idle=8, pool-size 8",
        "pool.idle-timeout=1s, idle-timeout-ms 1000",
        "upstream.http=1.0, upstream-http 1.0",
        "upstream.connection=close, upstream-connection close",
        "retry.rule=none, attempts 1",
        "connect.timeout=250ms, connect-timeout-ms 250",
        "response.timeout=2m, read-timeout-ms 120000"
    })
    void aKnobIsOneLine(String setting, String line) {
        for (String version : List.of(OLD, NEW)) {
            Rendering rendering = render(version, setting);
            assertThat(lines(rendering)).contains(line).hasSize(5);
            assertThat(rendering.knobs().values()).containsExactly(KnobStatus.APPLIED);
        }
    }

    @Test
    void eachVersionHasItsOwnRetryRuleAndNoOther() {
        Set<Knob> optional = Set.of(Knob.RETRY_RULE);
        assertThat(status(render(OLD, optional, "retry.rule=any-within-64KiB-on-reused"), Knob.RETRY_RULE))
                .isEqualTo(KnobStatus.APPLIED);
        assertThat(status(render(OLD, optional, "retry.rule=idempotent-on-reused"), Knob.RETRY_RULE))
                .isEqualTo(KnobStatus.UNSUPPORTED);
        assertThat(status(render(NEW, optional, "retry.rule=idempotent-on-reused"), Knob.RETRY_RULE))
                .isEqualTo(KnobStatus.APPLIED);
        assertThat(status(render(NEW, optional, "retry.rule=any-within-64KiB-on-reused"), Knob.RETRY_RULE))
                .isEqualTo(KnobStatus.UNSUPPORTED);
    }

    @Test
    void theSizeOfThePoolCountsForEachThreadOrTimesTheThreads() {
        assertThat(render(OLD, "workers=4", "pool.max-idle=1").notes())
                .containsExactly("pool.max-idle=1: each of the 4 threads keeps that many");
        assertThat(render(NEW, "workers=4", "pool.max-idle=1").notes())
                .containsExactly("pool.max-idle=1: times 4 threads: that many for all of them together");
        assertThat(render(NEW, "pool.max-idle=1").notes()).isEmpty();
    }

    @Test
    void withoutAPoolTheUpstreamIsAskedToClose() {
        Rendering rendering = render(NEW, "pool.enabled=no");
        assertThat(lines(rendering)).contains("pool no");
        assertThat(status(rendering, Knob.POOL_ENABLED)).isEqualTo(KnobStatus.EMULATED);
        assertThat(rendering.notes()).anyMatch(note -> note.contains("Connection: close"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pool.max-idle=0",
                "pool.max-idle=none",
                "pool.max-total=8",
                "pool.max-requests=1000",
                "pool.max-lifetime=1s",
                "pool.min-idle=1",
                "pool.idle-timeout=1500us",
                "upstream.tls=yes",
                "workers=none"
            })
    void whatPingoraCannotDoIsNeverRounded(String setting) {
        Knob knob = Knob.of(setting.substring(0, setting.indexOf('=')));
        assertThat(status(render(NEW, Set.of(knob), setting), knob)).isEqualTo(KnobStatus.UNSUPPORTED);
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> render(NEW, setting))
                .withMessageContaining("pingora 0.9.0: cannot do " + setting);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pool.max-total=none",
                "pool.max-requests=none",
                "pool.max-lifetime=none",
                "pool.share=always",
                "pool.min-idle=0",
                "pool.idle-timeout=none",
                "upstream.tls=no"
            })
    void whatPingoraIsAnywayNeedsNoLine(String setting) {
        Rendering rendering = render(NEW, setting);
        assertThat(lines(rendering)).hasSize(4);
        assertThat(rendering.knobs().values()).containsExactly(KnobStatus.APPLIED);
    }

    @Test
    void whichThreadGetsAConnectionFollowsFromTheModel() {
        assertThat(render(NEW, "workers.model=pinned", "workers.spread=random", "workers.io=accepting-loop")
                        .knobs()
                        .values())
                .containsOnly(KnobStatus.APPLIED);
        assertThat(render(NEW, "workers.model=stealing", "workers.spread=accepting")
                        .knobs()
                        .values())
                .containsOnly(KnobStatus.APPLIED);
        Map<String, String> refused = Map.of(
                "workers.spread=round-robin", "by chance",
                "workers.io=own-loop", "stays with the thread that accepted it");
        refused.forEach((setting, why) -> assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> render(NEW, "workers.model=pinned", setting))
                .withMessageContaining(why));
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> render(NEW, "workers.model=stealing", "workers.io=accepting-loop"))
                .withMessageContaining("share one place");
    }
}
