package keepalivelab.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import org.junit.jupiter.api.Test;

/** What {@code docs/how-to/use-the-backend.md} shows: the backend under the test of somebody's client, here the JDK's oldest. */
class EmbeddingExampleTest {
    @Test
    void theClientKeepsItsConnectionAndNoticesWhenItWasClosed() throws Exception {
        try (CountingBackend backend =
                CountingBackend.builder().behave("idle-fin(300ms)").start()) {
            URL url = URI.create("http://127.0.0.1:" + backend.port() + "/").toURL();
            assertThat(call(url)).isEqualTo(200);
            assertThat(call(url)).isEqualTo(200);
            assertThat(backend.ledger().accepts()).isEqualTo(1);

            await().until(() -> backend.openConnections() == 0);
            assertThat(call(url)).isEqualTo(200);
            assertThat(backend.ledger().accepts()).isEqualTo(2);
            assertThat(backend.ledger().reusedExchanges()).isEqualTo(1);
        }
    }

    private static int call(URL url) throws IOException {
        HttpURLConnection call = (HttpURLConnection) url.openConnection();
        try (InputStream body = call.getInputStream()) {
            body.readAllBytes();
            return call.getResponseCode();
        }
    }
}
