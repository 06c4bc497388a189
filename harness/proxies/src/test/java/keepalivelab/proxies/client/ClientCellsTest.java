package keepalivelab.proxies.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import keepalivelab.api.Arm;
import keepalivelab.backend.CountingBackend;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What each library, with its own settings, does with a request that meets the close of its pooled connection: five tries of
 * five are alike.
 */
class ClientCellsTest {
    private static final int TRIES = 5;
    private static final Duration GAP = Duration.ofMillis(300);

    @TempDir
    Path directory;

    /** How many requests the backend was sent so far; their ids count up. */
    private int sent;

    /** Status and attempts of a GET, then of a POST; the exception where one is thrown. */
    @ParameterizedTest
    @CsvSource({
        "jdk,               fin@request(1), 200/2, 502/1, EOFException",
        "jdk,               rst@request(1), 200/2, 502/1, SocketException",
        "jdk,               fin-unread(1),  200/1, 502/0, EOFException or IOException or SocketException",
        "jdk-urlconnection, fin@request(1), 200/2, 200/2, ''",
        "jdk-urlconnection, rst@request(1), 200/2, 200/2, ''",
        "jdk-urlconnection, fin-unread(1),  200/1, 200/1, ''",
        "okhttp,            fin@request(1), 200/2, 200/2, ''",
        "okhttp,            rst@request(1), 200/2, 200/2, ''",
        "okhttp,            fin-unread(1),  200/1, 200/1, ''",
        "'okhttp,retry.rule=none', fin@request(1), 502/1, 502/1, EOFException",
        "'okhttp,retry.rule=none', rst@request(1), 502/1, 502/1, SocketException",
        "'okhttp,retry.rule=none', fin-unread(1),  502/0, 502/0, SocketException",
        "apache5,           fin@request(1), 200/2, 502/1, NoHttpResponseException",
        "apache5,           rst@request(1), 200/2, 502/1, SocketException",
        "apache5,           fin-unread(1),  200/1, 502/0, SocketException",
        "jetty,             fin@request(1), 502/1, 502/1, EOFException",
        "jetty,             rst@request(1), 502/1, 502/1, EOFException",
        "jetty,             fin-unread(1),  502/0, 502/0, EOFException",
        "reactor-netty,     fin@request(1), 502/1, 502/1, PrematureCloseException",
        "reactor-netty,     rst@request(1), 502/1, 502/1, Errors$NativeIoException",
        "reactor-netty,     fin-unread(1),  502/0, 502/0, Errors$NativeIoException",
        "vertx,             fin@request(1), 502/1, 502/1, HttpClosedException",
        "vertx,             rst@request(1), 502/1, 502/1, SocketException",
        "vertx,             fin-unread(1),  502/0, 502/0, SocketException"
    })
    void aRequestThatMeetsACloseEndsAsMeasured(String arm, String behaviour, String get, String post, String exception)
            throws Exception {
        assertThat(cells(arm, behaviour, "GET")).as("GET").hasSize(TRIES).allMatch(cell -> is(cell, get, exception));
        assertThat(cells(arm, behaviour, "POST")).as("POST").hasSize(TRIES).allMatch(cell -> is(cell, post, exception));
    }

    /** The exception counts where there is one; of a reset there are two, depending on who is told first, reader or writer. */
    private static boolean is(String cell, String expected, String exceptions) {
        return expected.startsWith("502")
                ? Arrays.stream(exceptions.split(" or ")).anyMatch(name -> cell.equals(expected + " " + name))
                : cell.equals(expected);
    }

    private List<String> cells(String arm, String behaviour, String method) throws Exception {
        try (CountingBackend backend = CountingBackend.builder()
                        .runToken("run")
                        .behave(behaviour)
                        .start();
                ClientBench bench = start(arm, backend)) {
            sent = 0;
            List<String> cells = new ArrayList<>();
            boolean pooled = false;
            for (int i = 0; i < TRIES; i++) {
                if (!pooled) {
                    // Carries one exchange, and waits in the pool for the request that will meet the close.
                    assertThat(send(bench, backend, "GET", 0)).isEqualTo("200/1");
                }
                String cell = send(bench, backend, method, method.equals("POST") ? 3 : 0);
                pooled = cell.startsWith("200");
                cells.add(cell);
            }
            return cells;
        }
    }

    private String send(ClientBench bench, CountingBackend backend, String method, int bodyBytes) throws Exception {
        ClientBench.Answer answer = bench.send(method, bodyBytes);
        int attempts = backend.ledger().attempts(sent++);
        String innermost = Arrays.stream(answer.error().split(", ")).reduce("", (first, last) -> last);
        String simple = innermost.substring(innermost.lastIndexOf('.') + 1);
        return answer.status() + "/" + attempts + (simple.isEmpty() ? "" : " " + simple);
    }

    private ClientBench start(String arm, CountingBackend backend) throws Exception {
        Arm parsed = Arm.parse("client:" + arm);
        return ClientBench.start(parsed.variant().orElseThrow(), parsed.knobs(), backend.address(), directory);
    }

    /** The connection was closed for some time when the next request comes: who notices in time dials anew. */
    @ParameterizedTest
    @CsvSource({
        "jdk,                      200/1",
        "jdk-urlconnection,        200/1",
        "okhttp,                   200/1",
        "'okhttp,retry.rule=none', 502/0 EOFException",
        "apache5,                  502/0 NoHttpResponseException",
        "jetty,                    200/1",
        "reactor-netty,            200/1",
        "vertx,                    200/1"
    })
    void aPostAfterAnIdleCloseEndsAsMeasured(String arm, String cell) throws Exception {
        try (CountingBackend backend = CountingBackend.builder().runToken("run").start();
                ClientBench bench = start(arm, backend)) {
            // A cold client may take longer than the limit between its connect and its first request.
            assertThat(send(bench, backend, "POST", 3)).isEqualTo("200/1");
            backend.behave("idle-fin(200ms)");
            for (int i = 0; i < TRIES; i++) {
                assertThat(send(bench, backend, "GET", 0)).isEqualTo("200/1");
                awaitGapAfterClose(backend);
                assertThat(send(bench, backend, "POST", 3)).as("try " + i).isEqualTo(cell);
                awaitGapAfterClose(backend);
            }
        }
    }

    /** The gap is part of what the request meets: time in which the library could notice. */
    private static void awaitGapAfterClose(CountingBackend backend) {
        await().until(() -> backend.openConnections() == 0);
        await().pollDelay(GAP).until(() -> true);
    }
}
