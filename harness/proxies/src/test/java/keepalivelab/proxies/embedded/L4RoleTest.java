package keepalivelab.proxies.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import keepalivelab.api.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The byte forwarder, with sockets opened ahead of need. */
class L4RoleTest {
    private static final Duration PLENTY = Duration.ofSeconds(20);

    /** Sends back what it gets and ends when the other side does. */
    private static Origin echo() {
        return Origin.of(L4RoleTest::echo);
    }

    private static void echo(Peer peer, int ordinal) throws IOException {
        for (byte[] b = peer.bytes(1); b.length == 1; b = peer.bytes(1)) {
            peer.send(b);
        }
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
    void aDeadSocketThatIsHandedOverIsACopyErrorAndNoMatterOfHealth() throws IOException {
        try (Bench bench = withADeadSocket("prewarmed")) {
            // Nobody looks at it, so it counts as idle.
            assertThat(bench.proxy().idleCount()).isEqualTo(1);
            try (Peer client = bench.client()) {
                client.send("x");
                assertThat(client.untilEndOr(1)).isEmpty();
            }
            await().atMost(PLENTY).until(() -> bench.count(Counter.COPY_ERRORS) == 1);
            assertThat(bench.count(Counter.COPY_ERRORS_PREWARMED)).isEqualTo(1);
            assertThat(bench.count(Counter.PREWARM_HITS)).isEqualTo(1);
            assertThat(bench.count(Counter.DIALS)).isZero();
            assertThat(bench.proxy().counters()).containsEntry("health_failures_in_a_row", 0L);
        }
    }

    @Test
    void aDeadSocketIsNoticedIfChecked() throws IOException {
        try (Bench bench = withADeadSocket("prewarmed-checked");
                Peer client = bench.client()) {
            assertThat(ask(client, "x")).isEqualTo("x");
            assertThat(bench.count(Counter.COPY_ERRORS)).isZero();
            assertThat(bench.count(Counter.PREWARM_HITS)).isZero();
            // Found dead while it waited, or when it was to be handed over.
            assertThat(bench.count(Counter.CLOSED_BY_PEER) + bench.count(Counter.BAD_LEASES))
                    .isEqualTo(1);
            assertThat(bench.count(Counter.DIALS)).isEqualTo(1);
        }
    }

    /** The origin closes its first connection, which is the one opened ahead. */
    private static Bench withADeadSocket(String pool) throws IOException {
        Origin origin = Origin.of((peer, ordinal) -> {
            if (ordinal > 1) {
                echo(peer, ordinal);
            }
        });
        Bench bench = Bench.of(origin, "role", "l4", "pool", pool, "pool.min-idle", "1", "pool.refill-interval", "1h");
        await().atMost(PLENTY)
                .until(() -> origin.accepts() == 1
                        && origin.connections().get(0).socket().isClosed());
        await().atMost(PLENTY).until(() -> bench.count(Counter.PREWARM_FILLS) == 1);
        return bench;
    }

    @Test
    void aResetWhileItWaitedIsACopyErrorToo() throws IOException {
        // A reset that comes with the accept would fail the dial itself.
        CountDownLatch filled = new CountDownLatch(1);
        Origin origin = Origin.of((peer, ordinal) -> {
            awaitLatch(filled);
            peer.reset();
        });
        try (Bench bench = Bench.of(
                origin, "role", "l4", "pool", "prewarmed", "pool.min-idle", "1", "pool.refill-interval", "1h")) {
            await().atMost(PLENTY).until(() -> bench.proxy().idleCount() == 1 && origin.accepts() == 1);
            filled.countDown();
            await().atMost(PLENTY)
                    .until(() -> origin.connections().get(0).socket().isClosed());
            try (Peer client = bench.client()) {
                assertThat(client.ending()).isEqualTo("reset");
            }
            await().atMost(PLENTY).until(() -> bench.count(Counter.COPY_ERRORS_PREWARMED) == 1);
        }
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            assertThat(latch.await(PLENTY.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aClientThatAsksNothingOfAnUpstreamThatEndsIsNoCopyError() throws IOException {
        try (Bench bench = forwarder(Origin.of((peer, ordinal) -> peer.send("bye")), "prewarmed", 0);
                Peer client = bench.client()) {
            assertThat(client.untilEnd()).isEqualTo("bye");
            client.socket().shutdownOutput();
            assertThat(bench.count(Counter.COPY_ERRORS)).isZero();
        }
    }

    @Test
    void theFillerKeepsDiallingABackendThatIsDownUnlessChecked() throws IOException {
        Origin down = Origin.answering("");
        down.close();
        try (Bench plain = forwarder(down, "prewarmed", 4);
                Bench checked = forwarder(down, "prewarmed-checked", 4)) {
            // Twenty rounds of four.
            await().atMost(PLENTY).until(() -> plain.count(Counter.PREWARM_FILL_FAILURES) >= 80);
            await().atMost(PLENTY)
                    .until(() -> checked.count(Counter.PREWARM_FILL_FAILURES) > PassiveHealth.FAILURES_UNTIL_DOWN);
            assertThat(checked.count(Counter.PREWARM_FILL_FAILURES)).isLessThan(20);
            assertThat(checked.proxy().counters()).containsEntry("health_down", 1L);
            // Its own failures are no matter of health to a filler that is not checked.
            assertThat(plain.proxy().counters()).containsEntry("health_failures_in_a_row", 0L);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"prewarmed", "prewarmed-checked"})
    void aClientDialsByItselfWhateverIsKnownOfTheBackend(String pool) throws IOException {
        Origin down = Origin.answering("");
        down.close();
        try (Bench bench = forwarder(down, pool, 1)) {
            await().atMost(PLENTY)
                    .until(() -> bench.count(Counter.PREWARM_FILL_FAILURES) >= PassiveHealth.FAILURES_UNTIL_DOWN);
            for (int i = 1; i <= 3; i++) {
                try (Peer client = bench.client()) {
                    assertThat(client.ending()).isIn("fin", "reset");
                }
                assertThat(bench.count(Counter.DIALS)).isEqualTo(i);
            }
            assertThat(bench.count(Counter.DIAL_FAILURES)).isEqualTo(3);
            assertThat(bench.count(Counter.PREWARM_MISSES)).isEqualTo(3);
            assertThat(bench.proxy().counters()).containsEntry("health_down", 1L);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"prewarmed", "prewarmed-checked"})
    void aBackendThatComesBackIsFoundByTheFiller(String pool) throws IOException {
        Origin down = Origin.answering("");
        down.close();
        try (Bench bench = forwarder(down, pool, 3)) {
            await().atMost(PLENTY)
                    .until(() -> bench.count(Counter.PREWARM_FILL_FAILURES) >= PassiveHealth.FAILURES_UNTIL_DOWN);
            try (Origin back = Origin.inPlaceOf(down, L4RoleTest::echo)) {
                await().atMost(PLENTY).until(() -> bench.proxy().idleCount() == 3 && back.accepts() == 3);
                assertThat(bench.proxy().counters()).containsEntry("health_failures_in_a_row", 0L);
            }
        }
    }

    @Test
    void timesAreToldApartByHowTheUpstreamWasCome() throws IOException {
        try (Bench bench = Bench.of(
                echo(), "role", "l4", "pool", "prewarmed", "pool.min-idle", "1", "pool.refill-interval", "1h")) {
            await().atMost(PLENTY).until(() -> bench.proxy().idleCount() == 1);
            for (int i = 0; i < 3; i++) {
                try (Peer client = bench.client()) {
                    assertThat(ask(client, "x")).isEqualTo("x");
                }
            }
            assertThat(bench.proxy().counters())
                    .containsEntry("first_byte_count", 3L)
                    .containsEntry("first_byte_prewarmed_count", 1L)
                    .containsEntry("first_byte_dialled_count", 2L)
                    .containsEntry("connect_count", 3L)
                    .containsKeys("first_byte_prewarmed_p50_us", "first_byte_dialled_p99_us", "connect_p50_us");
        }
    }

    @Test
    void warmingUpTouchesNeitherTheMeasuredBackendNorTheCounts() throws IOException {
        try (Origin probe = echo();
                Bench bench = Bench.of(
                        echo(),
                        "role",
                        "l4",
                        "pool",
                        "prewarmed",
                        "probe",
                        String.valueOf(probe.address().getPort()))) {
            try (Peer client = Peer.dial(bench.proxy().warm().orElseThrow())) {
                assertThat(ask(client, "x")).isEqualTo("x");
            }
            assertThat(probe.accepts()).isEqualTo(1);
            assertThat(bench.origin().accepts()).isZero();
            assertThat(bench.count(Counter.DIALS)).isZero();
            assertThat(bench.count(Counter.DOWNSTREAM_ACCEPTS)).isZero();
            assertThat(bench.proxy().counters()).doesNotContainKey("first_byte_count");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"prewarmed", "prewarmed-checked"})
    void aPoolOfSocketsOpenedAheadNeedsTheForwarder(String pool) {
        assertThatThrownBy(() -> Bench.of(echo(), "pool", pool))
                .isInstanceOf(InputException.class)
                .hasMessage("embedded: pool " + pool + " needs role=l4");
    }
}
