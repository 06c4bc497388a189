package keepalivelab.proxies.traefik;

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

class TraefikRenderingTest {
    private static Rendering render(String... settings) {
        return new TraefikConfig(Plans.of("traefik", "3.7.15", Set.of(), settings)).render();
    }

    private static List<String> lines(Rendering rendering) {
        return Plans.lines(rendering, "dynamic.yml");
    }

    @Test
    void itCallsNobodyAndHasOneEntryPointOnly() {
        Rendering rendering = render();
        List<String> fixed = Plans.lines(rendering, "static.yml");
        assertThat(fixed)
                .contains(
                        "checkNewVersion: false",
                        "sendAnonymousUsage: false",
                        "address: \"127.0.0.1:8001\"",
                        "manualRouting: true",
                        "filename: \"/run/lab/dynamic.yml\"");
        assertThat(fixed.stream().filter(line -> line.startsWith("address:"))).hasSize(1);
        assertThat(rendering.files().keySet()).containsExactly("static.yml", "dynamic.yml");
        assertThat(lines(rendering)).contains("maxIdleConnsPerHost: 200", "idleConnTimeout: 60s");
        assertThat(rendering.command()).containsExactly("/opt/traefik", "--configfile=/run/lab/static.yml");
    }

    @ParameterizedTest
    @CsvSource({
        "pool.max-idle=8, maxIdleConnsPerHost: 8",
        "pool.max-idle=0, maxIdleConnsPerHost: -1",
        "pool.max-idle=none, maxIdleConnsPerHost: 1000000",
        "pool.max-idle=native, maxIdleConnsPerHost: 0",
        "pool.enabled=no, maxIdleConnsPerHost: -1",
        "pool.idle-timeout=300ms, idleConnTimeout: 300000000ns",
        "connect.timeout=1s, dialTimeout: 1000000000ns",
        "response.timeout=2s, responseHeaderTimeout: 2000000000ns"
    })
    void aKnobIsALine(String setting, String line) {
        assertThat(lines(render(setting))).contains(line);
    }

    @Test
    void aLimitOnAResponseConcernsItsHeadOnly() {
        assertThat(status(render("response.timeout=2s"), Knob.RESPONSE_TIMEOUT)).isEqualTo(KnobStatus.EMULATED);
    }

    @ParameterizedTest
    @CsvSource({
        "pool.max-requests=100, always none",
        "pool.max-total=8, no cap",
        "upstream.connection=close, always none",
        "retry.rule=any-within-64KiB-on-reused, always sends idempotent requests"
    })
    void whatItCannotDoIsRefusedByName(String setting, String why) {
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> render(setting))
                .withMessageContaining("traefik 3.7.15")
                .withMessageContaining(setting)
                .withMessageContaining(why);
    }
}
