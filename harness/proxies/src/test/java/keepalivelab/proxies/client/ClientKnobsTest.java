package keepalivelab.proxies.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import keepalivelab.api.InputException;
import keepalivelab.api.Installation;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;
import keepalivelab.api.KnobStatus;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.Rendering;
import keepalivelab.backend.CountingBackend;
import keepalivelab.proxies.KeepAliveClient;
import keepalivelab.proxies.process.FreePorts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Each knob that a library says it has, on the library: what is applied or emulated has its effect. */
class ClientKnobsTest {
    static final List<String> LIBRARIES = new ClientDriver().variants();

    private static final int REQUESTS = 12;
    private static final int CLIENTS = 8;
    private static final Duration PLENTY = Duration.ofSeconds(20);

    private final ClientDriver driver = new ClientDriver();

    /** All are waited for at once, and the common pool may have a single thread. */
    private static final Executor THREAD_EACH = task -> new Thread(task, "client").start();

    @TempDir
    Path directory;

    /** The libraries that have a knob, by their own word. */
    private static Stream<String> libraries(Knob knob) {
        ClientDriver all = new ClientDriver();
        return LIBRARIES.stream()
                .filter(library -> all.capabilities(all.locate(Optional.of(library), Optional.empty()))
                        .containsKey(knob));
    }

    static Stream<String> withMaxRequests() {
        return libraries(Knob.POOL_MAX_REQUESTS);
    }

    static Stream<String> withMaxTotal() {
        return libraries(Knob.POOL_MAX_TOTAL);
    }

    static Stream<String> withMaxLifetime() {
        return libraries(Knob.POOL_MAX_LIFETIME);
    }

    static Stream<String> withoutPool() {
        // POOL_ENABLED is known to all, but not to all as a switch.
        return LIBRARIES.stream().filter(library -> !library.equals("jdk"));
    }

    private long accepts(String library, Map<Knob, String> knobs) throws Exception {
        try (CountingBackend backend = CountingBackend.start();
                ClientBench bench = ClientBench.start(library, knobs, backend.address(), directory)) {
            for (int i = 0; i < REQUESTS; i++) {
                assertThat(bench.send("GET", 0).status()).isEqualTo(200);
            }
            return backend.accepts();
        }
    }

    @ParameterizedTest
    @FieldSource("LIBRARIES")
    void keepAliveIsOnByItself(String library) throws Exception {
        assertThat(accepts(library, Map.of())).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("withoutPool")
    void withoutAPoolEachRequestHasItsOwnConnection(String library) throws Exception {
        assertThat(accepts(library, Map.of(Knob.POOL_ENABLED, "no"))).isEqualTo(REQUESTS);
    }

    @ParameterizedTest
    @FieldSource("LIBRARIES")
    void connectionCloseIsSaidAndObeyed(String library) throws Exception {
        assertThat(accepts(library, Map.of(Knob.UPSTREAM_CONNECTION, "close"))).isEqualTo(REQUESTS);
    }

    @ParameterizedTest
    @MethodSource("withMaxRequests")
    void requestsPerConnectionAreLimited(String library) throws Exception {
        assertThat(accepts(library, Map.of(Knob.POOL_MAX_REQUESTS, "4"))).isEqualTo(REQUESTS / 4);
    }

    @ParameterizedTest
    @CsvSource({"apache5", "jetty", "vertx"})
    void httpOneZeroEndsTheConnectionWithTheResponse(String library) throws Exception {
        assertThat(accepts(library, Map.of(Knob.UPSTREAM_HTTP, "1.0"))).isEqualTo(REQUESTS);
    }

    @ParameterizedTest
    @FieldSource("LIBRARIES")
    void anIdleConnectionIsClosedAfterItsTimeout(String library) throws Exception {
        try (CountingBackend backend = CountingBackend.start();
                ClientBench bench = ClientBench.start(
                        library, Map.of(Knob.POOL_IDLE_TIMEOUT, "1s"), backend.address(), directory)) {
            assertThat(bench.send("GET", 0).status()).isEqualTo(200);
            assertThat(backend.openConnections()).isEqualTo(1);
            await().atMost(PLENTY).until(() -> backend.openConnections() == 0);
        }
    }

    @ParameterizedTest
    @MethodSource("withMaxLifetime")
    void anOldConnectionIsNotUsedAgain(String library) throws Exception {
        try (CountingBackend backend = CountingBackend.start();
                ClientBench bench = ClientBench.start(
                        library, Map.of(Knob.POOL_MAX_LIFETIME, "300ms"), backend.address(), directory)) {
            assertThat(bench.send("GET", 0).status()).isEqualTo(200);
            await().atMost(PLENTY).pollInterval(Duration.ofMillis(50)).until(() -> {
                bench.send("GET", 0);
                return backend.accepts() > 1;
            });
        }
    }

    @ParameterizedTest
    @FieldSource("LIBRARIES")
    void aResponseThatDoesNotComeIsGivenUp(String library) throws Exception {
        try (CountingBackend backend =
                        CountingBackend.builder().behave("delay(60s)").start();
                ClientBench bench = ClientBench.start(
                        library, Map.of(Knob.RESPONSE_TIMEOUT, "300ms"), backend.address(), directory)) {
            ClientBench.Answer answer = bench.send("POST", 3);
            assertThat(answer.status()).isEqualTo(502);
            assertThat(answer.error()).containsIgnoringCase("timeout");
        }
    }

    @ParameterizedTest
    @MethodSource("withMaxTotal")
    void connectionsAreLimitedAndRequestsAboveTheLimitWait(String library) throws Exception {
        assertThat(acceptsOfAtOnce(library, Map.of(Knob.POOL_MAX_TOTAL, "2"), 2))
                .isEqualTo(2);
    }

    @ParameterizedTest
    @FieldSource("LIBRARIES")
    void aPoolWithRoomForAllOpensOneForEach(String library) throws Exception {
        assertThat(acceptsOfAtOnce(library, Map.of(Knob.POOL_MAX_IDLE, "8"), CLIENTS))
                .isEqualTo(CLIENTS);
    }

    /** All clients ask twice; the backend answers none of the first requests before {@code together} have come. */
    private long acceptsOfAtOnce(String library, Map<Knob, String> knobs, int together) throws Exception {
        try (CountingBackend backend = CountingBackend.start();
                ClientBench bench = ClientBench.start(library, knobs, backend.address(), directory)) {
            backend.holdUntilInFlight(together);
            List<CompletableFuture<Integer>> answered = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                KeepAliveClient client = bench.another();
                answered.add(CompletableFuture.supplyAsync(() -> get(client), THREAD_EACH));
            }
            assertThat(answered).allSatisfy(ok -> assertThat(ok.join()).isEqualTo(2));
            return backend.accepts();
        }
    }

    private static int get(KeepAliveClient client) {
        try (client) {
            return client.get(2);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @CsvSource({"jdk", "jdk-urlconnection", "okhttp"})
    void idleConnectionsAboveTheLimitAreClosed(String library) throws Exception {
        try (CountingBackend backend = CountingBackend.start();
                ClientBench bench =
                        ClientBench.start(library, Map.of(Knob.POOL_MAX_IDLE, "2"), backend.address(), directory)) {
            backend.holdUntilInFlight(CLIENTS);
            List<CompletableFuture<Integer>> answered = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                KeepAliveClient client = bench.another();
                answered.add(CompletableFuture.supplyAsync(() -> get(client), THREAD_EACH));
            }
            answered.forEach(CompletableFuture::join);
            await().atMost(PLENTY).until(() -> backend.openConnections() == 2);
        }
    }

    /** Status and attempts of a GET and a POST whose pooled connection ends at their arrival. */
    @ParameterizedTest
    @CsvSource({
        "jdk,               none,                       502/1, 502/1",
        "jdk,               idempotent-on-reused,       200/2, 502/1",
        "jdk,               any-within-64KiB-on-reused, 200/2, 200/2",
        "jdk-urlconnection, idempotent-on-reused,       200/2, 502/1",
        "jdk-urlconnection, any-within-64KiB-on-reused, 200/2, 200/2",
        "okhttp,            none,                       502/1, 502/1",
        "okhttp,            idempotent-on-reused,       200/2, 502/1",
        "okhttp,            any-within-64KiB-on-reused, 200/2, 200/2",
        "apache5,           none,                       502/1, 502/1",
        "apache5,           idempotent-on-reused,       200/2, 502/1",
        "apache5,           any-within-64KiB-on-reused, 200/2, 200/2",
        "jetty,             none,                       502/1, 502/1",
        "reactor-netty,     none,                       502/1, 502/1",
        "vertx,             none,                       502/1, 502/1"
    })
    void theRetryRuleIsKept(String library, String rule, String get, String post) throws Exception {
        assertThat(retried(library, rule, "GET")).as("GET").isEqualTo(get);
        assertThat(retried(library, rule, "POST")).as("POST").isEqualTo(post);
    }

    private String retried(String library, String rule, String method) throws Exception {
        try (CountingBackend backend = CountingBackend.builder()
                        .runToken("run")
                        .behave("fin@request(1)")
                        .start();
                ClientBench bench =
                        ClientBench.start(library, Map.of(Knob.RETRY_RULE, rule), backend.address(), directory)) {
            assertThat(bench.send("GET", 0).status()).isEqualTo(200);
            int status = bench.send(method, method.equals("POST") ? 3 : 0).status();
            return status + "/" + backend.ledger().attempts(1);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "apache5,           pool.max-idle=8,                      EMULATED, 8",
        "apache5,           '',                                   '',       5",
        "jetty,             pool.max-total=3,                     APPLIED,  3",
        "jetty,             '',                                   '',       64",
        "reactor-netty,     pool.max-idle=none,                   APPLIED,  ''",
        "vertx,             pool.max-idle=native,                 NATIVE,   5",
        "okhttp,            pool.max-total=4,                     EMULATED, 4",
        "okhttp,            pool.max-idle=4,                      APPLIED,  ''",
        "jdk,               pool.max-idle=4,                      APPLIED,  ''"
    })
    void theLimitOfConnectionsIsTold(String library, String setting, String status, String limit) {
        Map<Knob, String> knobs = settings(setting);
        Rendering rendering = driver.render(plan(library, new KnobSettings(knobs, Set.of())));
        knobs.keySet().forEach(knob -> assertThat(rendering.knobs()).containsEntry(knob, KnobStatus.valueOf(status)));
        assertThat(rendering.upstreamLimit())
                .isEqualTo(
                        limit == null || limit.isEmpty()
                                ? OptionalLong.empty()
                                : OptionalLong.of(Long.parseLong(limit)));
    }

    @ParameterizedTest
    @CsvSource({
        "jdk,               pool.max-idle=0",
        "jdk,               pool.idle-timeout=1500ms",
        "jdk,               pool.enabled=no",
        "jdk-urlconnection, retry.rule=none",
        "okhttp,            pool.max-requests=5",
        "okhttp,            upstream.http=1.0",
        "vertx,             pool.idle-timeout=1500ms",
        "jetty,             retry.rule=idempotent-on-reused",
        "apache5,           pool.share=safe"
    })
    void whatALibraryCannotDoExactlyIsRefused(String library, String setting) {
        Map<Knob, String> knobs = settings(setting);
        assertThatThrownBy(() -> driver.render(plan(library, new KnobSettings(knobs, Set.of()))))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(setting)
                .hasMessageStartingWith("client ");
        Rendering optional = driver.render(plan(library, new KnobSettings(knobs, knobs.keySet())));
        assertThat(optional.knobs().values()).containsOnly(KnobStatus.UNSUPPORTED);
        assertThat(optional.files().getOrDefault("proxy.conf", "")).doesNotContain(setting.replace("=", " = "));
    }

    private static Map<Knob, String> settings(String setting) {
        EnumMap<Knob, String> knobs = new EnumMap<>(Knob.class);
        if (setting != null && !setting.isEmpty()) {
            int equals = setting.indexOf('=');
            knobs.put(Knob.of(setting.substring(0, equals)), setting.substring(equals + 1));
        }
        return knobs;
    }

    private ProxyPlan plan(String library, KnobSettings settings) {
        ProxyPlan bare = ClientBench.plan(library, Map.of(), FreePorts.loopback(), directory);
        return new ProxyPlan(
                bare.installation(),
                bare.variant(),
                settings,
                bare.listen(),
                bare.upstream(),
                bare.probe(),
                bare.directory());
    }

    @Test
    void aMistypedLibraryOrVersionIsOneClearLine() {
        assertThatThrownBy(() -> driver.locate(Optional.of("okhtp"), Optional.empty()))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("did you mean 'okhttp'");
        Installation okhttp = driver.locate(Optional.of("okhttp"), Optional.empty());
        assertThat(driver.locate(Optional.of("okhttp"), Optional.of(okhttp.version())))
                .isEqualTo(okhttp);
        assertThatThrownBy(() -> driver.locate(Optional.of("okhttp"), Optional.of("4.0")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("client:okhttp@4.0: there is only version " + okhttp.version());
    }

    @Test
    void everyLibraryHasASheetAndAVersion() {
        assertThat(driver.installations()).hasSameSizeAs(LIBRARIES).allSatisfy(installation -> {
            assertThat(installation.version()).matches("\\d+[.\\d]*.*");
            assertThat(driver.sheet(installation).poolScope()).isNotBlank();
            assertThat(driver.sheet(installation).retryRule()).isNotBlank();
        });
    }
}
