package keepalivelab.proxies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import keepalivelab.api.InputException;
import keepalivelab.api.Installation;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;
import keepalivelab.api.KnobStatus;
import keepalivelab.api.ProxyDriver;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.Rendering;
import keepalivelab.proxies.process.FreePorts;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What drivers make of single values, in the proxies' own words; no proxy is needed for that. */
class KnobMappingTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "httpd@2.4.71 | pool.enabled=no                | applied  | disablereuse=on",
                "httpd@2.4.71 | pool.max-idle=8                | emulated | retry=0 max=8",
                "httpd@2.4.71 | pool.max-idle=0                | applied  | retry=0 disablereuse=on",
                "httpd@2.4.71 | pool.max-total=8               | applied  | retry=0 max=8",
                "httpd@2.4.71 | pool.idle-timeout=2s           | emulated | retry=0 ttl=2",
                "httpd@2.4.71 | connect.timeout=1500ms         | applied  | retry=0 connectiontimeout=1500ms",
                "httpd@2.4.71 | response.timeout=3s            | applied  | retry=0 timeout=3",
                "httpd@2.4.71 | upstream.connection=close      | applied  | SetEnv proxy-nokeepalive 1",
                "httpd@2.4.71 | upstream.http=1.0              | applied  | SetEnv force-proxy-request-1.0 1",
                "httpd@2.4.71 | workers=2                      | applied  | ServerLimit 2",
                "varnish@7.1.1 | pool.enabled=no               | applied  | set bereq.http.Connection = \"close\";",
                "varnish@7.1.1 | pool.max-idle=0               | emulated | set bereq.http.Connection = \"close\";",
                "varnish@7.1.1 | pool.max-total=8              | emulated | .max_connections = 8;",
                "varnish@7.7.0 | pool.max-total=8              | applied  | backend_wait_limit=100000",
                "varnish@7.1.1 | pool.idle-timeout=1500ms      | applied  | backend_idle_timeout=1.500",
                "varnish@7.1.1 | connect.timeout=100ms         | applied  | .connect_timeout = 100ms;",
                "varnish@7.1.1 | response.timeout=3s           | applied  | .between_bytes_timeout = 3000ms;",
                "varnish@7.1.1 | workers=1                     | emulated | thread_pools=1",
                "varnish@7.1.1 | retry.rule=any-within-64KiB-on-reused | applied | std.cache_req_body(64KB);",
                "ats@9.2.9 | pool.enabled=no                   | applied  | http.keep_alive_enabled_out INT 0",
                "ats@9.2.9 | pool.max-total=8                  | emulated | http.per_server.connection.max INT 8",
                "ats@9.2.9 | pool.idle-timeout=60s             | applied  | http.keep_alive_no_activity_timeout_out"
                        + " INT 60",
                "ats@9.2.9 | retry.rule=none                   | applied  | http.connect_attempts_max_retries INT 0",
                "ats@9.2.9 | retry.rule=idempotent-on-reused   | emulated | http.connect_attempts_max_retries INT 1",
                "ats@9.2.9 | upstream.http=1.0                 | applied  | http.send_http11_requests INT 0",
                "ats@9.2.9 | workers=3                         | applied  | exec_thread.limit INT 3",
                "squid@5.7 | pool.enabled=no                   | applied  | server_persistent_connections off",
                "squid@5.7 | pool.max-total=8                  | emulated | name=measured max-conn=8",
                "squid@5.7 | pool.idle-timeout=1m              | applied  | server_idle_pconn_timeout 60 seconds",
                "squid@5.7 | retry.rule=none                   | applied  | forward_max_tries 1",
                "squid@5.7 | connect.timeout=2s                | applied  | name=measured connect-timeout=2",
                "go@1.26.8 | pool.max-idle=8                   | applied  | -max-idle=8",
                "go@1.26.8 | pool.max-idle=0                   | applied  | -max-idle=-1",
                "go@1.26.8 | pool.max-total=8                  | applied  | -max-total=8",
                "go@1.26.8 | pool.idle-timeout=300ms           | applied  | -idle-timeout=300000000ns",
                "go@1.26.8 | response.timeout=3s               | emulated | -response-header-timeout=3000000000ns",
                "go@1.26.8 | workers=1                         | applied  | -max-procs=1",
                "node@20.20.2 | pool.max-idle=8                | applied  | --max-idle=8",
                "node@20.20.2 | pool.max-idle=0                | emulated | --keep-alive=no",
                "node@20.20.2 | pool.idle-timeout=300ms        | applied  | --idle-timeout=300",
                "undici@7.30.2 | pool.max-idle=8               | emulated | --connections=8",
                "undici@7.30.2 | pool.max-total=8              | applied  | --connections=8",
                "undici@7.30.2 | pool.max-requests=100         | applied  | --max-requests=99",
                "undici@7.30.2 | pool.max-requests=1           | applied  | --pipelining=0",
                "undici@7.30.2 | pool.max-lifetime=1m          | applied  | --max-lifetime=60000",
            })
    void aValueBecomesTheProxysOwnWords(String proxy, String setting, String status, String words) {
        Rendering rendering = render(proxy, Set.of(), setting);
        assertThat(rendering.knobs().values()).extracting(KnobStatus::key).containsExactly(status);
        assertThat(nativeText(rendering)).contains(words);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "httpd@2.4.71 | pool.idle-timeout=1500ms       | steps of 1s",
                "httpd@2.4.71 | connect.timeout=100us          | steps of 1ms",
                "httpd@2.4.71 | pool.max-requests=100          | no such setting",
                "httpd@2.4.71 | pool.max-total=1000            | 256 threads",
                "httpd@2.4.71 | retry.rule=idempotent-on-reused| always none",
                "varnish@7.1.1 | pool.max-idle=8               | no limit of idle",
                "varnish@7.1.1 | pool.idle-timeout=300ms       | at least 1 s",
                "varnish@7.1.1 | retry.rule=none               | without a body",
                "varnish@7.1.1 | upstream.http=1.0             | always 1.1",
                "ats@9.2.9 | pool.max-idle=8                   | no limit of idle",
                "ats@9.2.9 | pool.idle-timeout=300ms           | steps of 1s",
                "ats@9.2.9 | pool.max-requests=100             | no such setting",
                "squid@5.7 | pool.max-idle=8                   | no limit of idle",
                "squid@5.7 | pool.idle-timeout=1500ms          | steps of 1s",
                "squid@5.7 | pool.max-lifetime=1m              | the clients' connections",
                "squid@5.7 | workers=2                         | always 1",
                "go@1.26.8 | pool.max-requests=100             | no such setting",
                "go@1.26.8 | retry.rule=none                   | always idempotent-on-reused",
                "node@20.20.2 | pool.max-requests=100          | no such setting",
                "node@20.20.2 | connect.timeout=1s             | always none",
                "undici@7.30.2 | retry.rule=idempotent-on-reused | always none",
                "undici@7.30.2 | pool.idle-timeout=100us       | steps of 1ms",
            })
    void whatCannotBeDoneIsRefusedUnlessItIsOptional(String proxy, String setting, String why) {
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> render(proxy, Set.of(), setting))
                .withMessageContaining(setting)
                .withMessageContaining(why);
        Rendering rendering = render(proxy, Set.of(Knob.of(setting.split("=", 2)[0])), setting);
        assertThat(rendering.knobs().values()).containsExactly(KnobStatus.UNSUPPORTED);
        assertThat(rendering.notes()).anyMatch(note -> note.contains(why));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "httpd@2.4.71  | pool.max-idle=8, pool.max-total=32 | 8",
                "httpd@2.4.71  | pool.max-idle=32, pool.max-total=8 | 8",
                "httpd@2.4.71  | workers=2, pool.max-total=8        | 16",
                "httpd@2.4.71  | pool.max-idle=none                 | 256",
                "httpd@2.4.71  | pool.enabled=no, pool.max-idle=8   | 256",
                "varnish@7.1.1 | pool.max-total=8                   | 8",
                "ats@9.2.9     | pool.max-total=8                   | 8",
                "squid@5.7     | pool.max-total=8                   | 8",
                "go@1.26.8     | pool.max-idle=8, pool.max-total=32 | 32",
                "node@20.20.2  | pool.max-total=32                  | 32",
                "undici@7.30.2 | pool.max-idle=8, pool.max-total=32 | 8",
            })
    void whatBoundsAllConnectionsIsSaid(String proxy, String settings, long limit) {
        assertThat(render(proxy, Set.of(), settings.split(", ")).upstreamLimit())
                .hasValue(limit);
    }

    @ParameterizedTest
    @CsvSource({"varnish@7.1.1", "ats@9.2.9", "squid@5.7", "go@1.26.8", "node@20.20.2", "undici@7.30.2"})
    void withoutALimitThereIsNone(String proxy) {
        assertThat(render(proxy, Set.of()).upstreamLimit()).isEqualTo(OptionalLong.empty());
    }

    private static String nativeText(Rendering rendering) {
        return Stream.concat(rendering.files().values().stream(), rendering.command().stream())
                .collect(Collectors.joining("\n"));
    }

    private static Rendering render(String proxy, Set<Knob> optional, String... settings) {
        String[] words = proxy.split("@", 2);
        Map<Knob, String> knobs = Stream.of(settings)
                .map(setting -> List.of(setting.split("=", 2)))
                .collect(Collectors.toMap(pair -> Knob.of(pair.get(0)), pair -> pair.get(1)));
        ProxyPlan plan = new ProxyPlan(
                new Installation(words[0], words[1], "/usr/sbin/" + words[0], "test"),
                Optional.empty(),
                new KnobSettings(knobs, optional),
                FreePorts.loopback(),
                FreePorts.loopback(),
                Optional.empty(),
                Path.of("/run/lab"));
        return ProxyDriver.of(words[0]).render(plan);
    }
}
