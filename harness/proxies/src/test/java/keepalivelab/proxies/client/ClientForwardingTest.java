package keepalivelab.proxies.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import keepalivelab.backend.CountingBackend;
import keepalivelab.proxies.CountingServer;
import keepalivelab.proxies.KeepAliveClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** What goes through each library, and what it adds. */
class ClientForwardingTest {
    static final List<String> LIBRARIES = new ClientDriver().variants();

    private static final int LARGE = 128 * 1024;
    private static final List<String> NO_GET_WITH_BODY = List.of("jdk-urlconnection", "okhttp");
    private static final Set<String> SENT = Set.of("host", "x-lab-request", "x-lab-delay");

    @TempDir
    Path directory;

    CountingServer backend;

    @BeforeEach
    void startBackend() throws IOException {
        backend = CountingServer.start();
    }

    @AfterEach
    void stopBackend() throws IOException {
        backend.close();
    }

    private ClientBench start(String library) throws Exception {
        return ClientBench.start(library, Map.of(), backend.address(), directory);
    }

    @Test
    void theLibrariesOfTheDocumentationAreAllThere() {
        assertThat(LIBRARIES)
                .contains("apache5", "jdk", "jdk-urlconnection", "jetty", "okhttp", "reactor-netty", "vertx");
    }

    @ParameterizedTest
    @FieldSource("LIBRARIES")
    void bodiesOfEverySizePassWithTheirLength(String library) throws Exception {
        try (ClientBench bench = start(library)) {
            for (int bytes : new int[] {0, 3, LARGE}) {
                assertThat(bench.send("POST", bytes).status())
                        .as("POST " + bytes)
                        .isEqualTo(200);
                assertThat(lastLength()).isEqualTo(Integer.toString(bytes));
                if (bytes == 0 || !NO_GET_WITH_BODY.contains(library)) {
                    assertThat(bench.send("GET", bytes).status())
                            .as("GET " + bytes)
                            .isEqualTo(200);
                    assertThat(lastLength()).isIn(Integer.toString(bytes), bytes == 0 ? "" : "never");
                }
            }
            assertThat(backend.accepts()).as("connections").isEqualTo(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"jdk-urlconnection,java.net.ProtocolException", "okhttp,java.lang.IllegalArgumentException"})
    void whatALibraryRefusesToSendIsAnErrorOfThatLibrary(String library, String exception) throws Exception {
        try (ClientBench bench = start(library)) {
            assertThat(bench.send("GET", 3)).isEqualTo(new ClientBench.Answer(502, exception));
            assertThat(bench.send("GET", 0).status()).as("the next request").isEqualTo(200);
            assertThat(backend.heads()).hasSize(1);
            assertThat(bench.proxy().counters()).containsEntry("requests", 2L).containsEntry("library_errors", 1L);
        }
    }

    private String lastLength() {
        return field(backend.heads().get(backend.heads().size() - 1), "content-length");
    }

    private static String field(String head, String name) {
        return head.lines()
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name + ":"))
                .map(line -> line.substring(name.length() + 1).strip())
                .collect(Collectors.joining(", "));
    }

    /** Beside what was sent: framing and connection, which are its own, and what cannot be switched off. */
    @ParameterizedTest
    @CsvSource({
        "apache5,           content-length, connection",
        "jdk,               content-length, user-agent",
        "jdk-urlconnection, content-length, connection accept content-type user-agent",
        "jetty,             content-length, ''",
        "okhttp,            content-length, connection",
        "reactor-netty,     content-length, ''",
        "vertx,             content-length, ''"
    })
    void aLibraryAddsAsLittleAsItCan(String library, String framing, String more) throws Exception {
        try (ClientBench bench = start(library)) {
            assertThat(bench.send("POST", 3).status()).isEqualTo(200);
            Set<String> added = new TreeSet<>(backend.heads()
                    .get(0)
                    .lines()
                    .skip(1)
                    .filter(line -> line.contains(":"))
                    .map(line -> line.substring(0, line.indexOf(':')).toLowerCase(Locale.ROOT))
                    .toList());
            added.removeAll(SENT);
            assertThat(added)
                    .isEqualTo(
                            new TreeSet<>(List.of((framing + " " + more).strip().split(" "))));
        }
    }

    @ParameterizedTest
    @FieldSource("LIBRARIES")
    void theFrontEndSaysWhatItIs(String library) throws Exception {
        try (ClientBench bench = start(library)) {
            assertThat(bench.send("GET", 0).status()).isEqualTo(200);
            assertThat(bench.proxy().pausable()).isFalse();
            assertThat(bench.proxy().ownThread("worker-0")).isTrue();
            assertThat(bench.proxy().ownThread("reactor-netty-1")).isTrue();
            assertThat(bench.proxy().ownThread("C2 CompilerThre")).isFalse();
            assertThat(bench.proxy().log().earlyCloses()).as("not logged").isEqualTo(OptionalLong.empty());
            assertThat(bench.proxy().counters())
                    .containsEntry("requests", 1L)
                    .containsEntry("library_errors", 0L)
                    .doesNotContainKeys("dials", "reuses");
        }
    }

    @ParameterizedTest
    @FieldSource("LIBRARIES")
    void aBackendThatIsNotThereIsAnErrorOfTheLibrary(String library) throws Exception {
        backend.close();
        try (ClientBench bench = start(library)) {
            ClientBench.Answer answer = bench.send("GET", 0);
            assertThat(answer.status()).isEqualTo(502);
            assertThat(answer.error()).contains("Connect");
        }
    }

    @ParameterizedTest
    @FieldSource("LIBRARIES")
    void whatAGoneClientAskedForIsLetGoOf(String library) throws Exception {
        try (CountingBackend slow =
                        CountingBackend.builder().behave("delay(60s)").start();
                ClientBench bench = ClientBench.start(library, Map.of(), slow.address(), directory)) {
            KeepAliveClient client = bench.another();
            CompletableFuture<String> asked = CompletableFuture.supplyAsync(() -> sent(client));
            await().until(() -> slow.inFlight() == 1);
            client.close();
            await().atMost(Duration.ofSeconds(20)).until(() -> slow.openConnections() == 0);
            assertThat(bench.proxy().counters()).containsEntry("client_aborts", 1L);
            assertThat(asked.join()).isEmpty();
        }
    }

    private static String sent(KeepAliveClient client) {
        try {
            return client.send("GET");
        } catch (IOException closed) {
            return "";
        }
    }
}
