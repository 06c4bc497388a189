package keepalivelab.proxies.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The byte forwarder, with sockets opened ahead of need. */
class L4RoleTest {
    private static final Duration PLENTY = Duration.ofSeconds(20);

    /** Sends back what it gets and ends when the other side does. */
    private static Origin echo() {
        return Origin.of((peer, ordinal) -> {
            for (byte[] b = peer.bytes(1); b.length == 1; b = peer.bytes(1)) {
                peer.send(b);
            }
        });
    }

    private static Bench forwarder(Origin origin, String pool, int target) throws IOException {
        return Bench.of(
                origin,
                "role",
                "l4",
                "pool",
                pool,
                "pool.min-idle",
                String.valueOf(target),
                "pool.refill-interval",
                "20ms");
    }

    private static String ask(Peer client, String text) throws IOException {
        return new String(client.send(text).bytes(text.length()), StandardCharsets.US_ASCII);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3})
    void bytesAndEndsTravelBothWays(int target) throws IOException {
        try (Bench bench = forwarder(echo(), "prewarmed", target)) {
            await().atMost(PLENTY).until(() -> bench.proxy().idleCount() == target);
            try (Peer client = bench.client()) {
                assertThat(ask(client, "hello")).isEqualTo("hello");
                client.socket().shutdownOutput();
                assertThat(client.untilEnd()).isEmpty();
            }
            assertThat(bench.count(Counter.PREWARM_HITS)).isEqualTo(target == 0 ? 0 : 1);
            assertThat(bench.count(Counter.DIALS)).isEqualTo(target == 0 ? 1 : 0);
            await().atMost(PLENTY).until(() -> bench.proxy().idleCount() == target);
        }
    }

    @Test
    void aUsedConnectionIsNeverHandedToAnotherClient() throws IOException {
        try (Bench bench = forwarder(echo(), "prewarmed", 1)) {
            for (int i = 0; i < 3; i++) {
                await().atMost(PLENTY).until(() -> bench.proxy().idleCount() == 1);
                try (Peer client = bench.client()) {
                    assertThat(ask(client, "x")).isEqualTo("x");
                }
            }
            await().atMost(PLENTY).until(() -> bench.origin().accepts() == 4);
        }
    }

    @Test
    void aDeadSocketIsHandedOverUnlessChecked() throws IOException {
        // The first connection is closed while it waits.
        assertThat(answerOverADeadSocket("prewarmed")).isEmpty();
        assertThat(answerOverADeadSocket("prewarmed-checked")).isEqualTo("x");
    }

    private static String answerOverADeadSocket(String pool) throws IOException {
        Origin origin = Origin.of((peer, ordinal) -> {
            if (ordinal > 1) {
                peer.send(peer.bytes(1));
                peer.untilEnd();
            }
        });
        try (Bench bench =
                Bench.of(origin, "role", "l4", "pool", pool, "pool.min-idle", "1", "pool.refill-interval", "1h")) {
            await().atMost(PLENTY)
                    .until(() -> origin.accepts() == 1
                            && origin.connections().get(0).socket().isClosed());
            await().atMost(PLENTY).until(() -> bench.count(Counter.PREWARM_DIALS) == 1);
            try (Peer client = bench.client()) {
                client.send("x");
                return client.untilEndOr(1);
            }
        }
    }

    @Test
    void aBackendThatIsDownIsDialledMoreRarelyIfChecked() throws IOException {
        Origin down = Origin.answering("");
        down.close();
        try (Bench plain = forwarder(down, "prewarmed", 4);
                Bench checked = forwarder(down, "prewarmed-checked", 4)) {
            await().atMost(PLENTY).until(() -> plain.count(Counter.PREWARM_DIALS) >= 80);
            assertThat(checked.count(Counter.PREWARM_DIALS)).isBetween(1L, 20L);
            try (Peer client = plain.client()) {
                assertThat(client.ending()).isIn("fin", "reset");
            }
        }
    }
}
