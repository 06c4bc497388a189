package keepalivelab.app.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import keepalivelab.app.Typed;
import org.junit.jupiter.api.Test;

/** The counting backend as a program of its own. */
class BackendCommandTest {
    @Test
    void itServesUntilItsTimeIsOverAndSaysWhatItCounted() throws Exception {
        int port = freePort();
        CompletableFuture<Typed> running = CompletableFuture.supplyAsync(
                () -> Typed.words("backend", "--port", Integer.toString(port), "--behave", "announce", "--for", "3s"));
        await().ignoreExceptions().until(() -> body(port).equals("ok\n"));
        Typed typed = running.get();
        assertThat(typed.status()).isZero();
        assertThat(typed.complaints()).containsExactly("listening on 127.0.0.1:" + port);
        assertThat(typed.out())
                .contains("exchanges: 1\n", "reusedExchanges: 0\n", "closes: {backend fin (announced)=1}\n");
    }

    @Test
    void withJsonItPrintsExactlyOneDocument() {
        Typed typed = Typed.words("backend", "--for", "1ms", "--json");
        assertThat(typed.out().strip()).startsWith("{").endsWith("}").contains("\"accepts\" : 0");
    }

    @Test
    void wrongWordsAreRefusedBeforeAnythingListens() {
        assertThat(Typed.words("backend", "--behave", "idle-fni(1s)").complaints())
                .containsExactly("run-scenario: unknown behaviour 'idle-fni'; did you mean 'idle-fin'?");
        assertThat(Typed.words("backend", "--for", "10").complaints())
                .containsExactly("run-scenario: --for '10' is not a duration; write e.g. 60s (units: us ms s m h)");
        assertThat(Typed.words("backend", "--port", "70000").complaints())
                .containsExactly("run-scenario: --port 70000 is not a port (1 to 65535)");
        assertThat(Typed.words("backend", "--port", "70000").status()).isEqualTo(2);
    }

    private static String body(int port) throws IOException {
        try (InputStream answer =
                URI.create("http://127.0.0.1:" + port + "/").toURL().openStream()) {
            return new String(answer.readAllBytes(), java.nio.charset.StandardCharsets.US_ASCII);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
