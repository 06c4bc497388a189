package keepalivelab.proxies.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who reuses which upstream connection, and when the proxy lets one go. */
class ReuseTest {
    private static final Duration PLENTY = Duration.ofSeconds(20);

    @Test
    void requestsInTurnShareOneUpstreamConnection() throws IOException {
        try (Bench bench = Bench.of(Origin.answering(Origin.ok("hi")));
                Peer client = bench.client()) {
            for (int i = 0; i < 50; i++) {
                assertThat(client.get("/").body()).isEqualTo("hi");
            }
            assertThat(bench.origin().accepts()).isEqualTo(1);
            assertThat(bench.count(Counter.DIALS)).isEqualTo(1);
            assertThat(bench.count(Counter.REUSES)).isEqualTo(49);
        }
    }

    @Test
    void clientsOneAfterAnotherShareOneUpstreamConnection() throws IOException {
        try (Bench bench = Bench.of(Origin.answering(Origin.ok("hi")))) {
            for (int i = 0; i < 5; i++) {
                try (Peer client = bench.client()) {
                    assertThat(client.get("/").status()).isEqualTo(200);
                }
            }
            assertThat(bench.origin().accepts()).isEqualTo(1);
        }
    }

    @Test
    void aConnectionIsRetiredAfterItsRequests() throws IOException {
        try (Bench bench = Bench.of(Origin.answering(Origin.ok("hi")), "pool.max-requests", "100");
                Peer client = bench.client()) {
            for (int i = 0; i < 3000; i++) {
                client.get("/");
            }
            assertThat(bench.origin().accepts()).isEqualTo(30);
            assertThat(bench.count(Counter.CLOSED_MAX_REQUESTS)).isEqualTo(30);
        }
    }

    @Test
    void aFullPoolClosesTheSurplus() throws Exception {
        CyclicBarrier allIn = new CyclicBarrier(3);
        Origin origin = Origin.of((peer, ordinal) -> {
            while (!peer.request().head().isEmpty()) {
                awaitAll(allIn);
                peer.send(Origin.ok("hi"));
            }
        });
        try (Bench bench = Bench.of(origin, "pool.max-idle", "2")) {
            List<Peer> clients = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                clients.add(bench.client().send("GET / HTTP/1.1\r\n\r\n"));
            }
            for (Peer client : clients) {
                assertThat(client.response().status()).isEqualTo(200);
                client.close();
            }
            await().atMost(PLENTY).until(() -> bench.count(Counter.EVICTIONS) == 1);
            assertThat(bench.proxy().idleCount()).isEqualTo(2);
        }
    }

    private static void awaitAll(CyclicBarrier barrier) throws IOException {
        try {
            barrier.await();
        } catch (InterruptedException | java.util.concurrent.BrokenBarrierException e) {
            throw new IOException(e);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"pool.enabled=no", "upstream.connection=close", "upstream.http=1.0", "pool.max-idle=0"})
    void withoutPoolingEveryRequestDials(String setting) throws IOException {
        String[] pair = setting.split("=", 2);
        try (Bench bench = Bench.of(Origin.answering(Origin.ok("hi")), pair);
                Peer client = bench.client()) {
            for (int i = 0; i < 3; i++) {
                assertThat(client.get("/").body()).isEqualTo("hi");
            }
            assertThat(bench.origin().accepts()).isEqualTo(3);
            await().atMost(PLENTY).until(() -> bench.proxy().idleCount() == 0);
        }
    }

    @Test
    void anIdleConnectionIsClosedWhenItsTimeIsUp() throws IOException {
        try (Bench bench = Bench.of(Origin.answering(Origin.ok("hi")), "pool.idle-timeout", "50ms");
                Peer client = bench.client()) {
            client.get("/");
            await().atMost(PLENTY).until(() -> bench.count(Counter.CLOSED_IDLE_TIMEOUT) == 1);
            assertThat(bench.proxy().idleCount()).isZero();
            assertThat(bench.proxy().counters()).containsEntry("upstream_open", 0L);
            client.get("/");
            assertThat(bench.origin().accepts()).isEqualTo(2);
        }
    }

    @Test
    void anAgedConnectionIsClosed() throws IOException {
        try (Bench bench = Bench.of(Origin.answering(Origin.ok("hi")), "pool.max-lifetime", "50ms");
                Peer client = bench.client()) {
            client.get("/");
            await().atMost(PLENTY).until(() -> bench.count(Counter.CLOSED_MAX_LIFETIME) == 1);
            assertThat(bench.proxy().idleCount()).isZero();
        }
    }

    @Test
    void anIdleConnectionThatThePeerClosesLeavesThePool() throws IOException {
        Origin[] origin = new Origin[1];
        origin[0] = Origin.of((peer, ordinal) -> {
            origin[0].next(peer);
            peer.send(Origin.ok("hi"));
        });
        try (Bench bench = Bench.of(origin[0]);
                Peer client = bench.client()) {
            client.get("/");
            await().atMost(PLENTY).until(() -> bench.count(Counter.CLOSED_BY_PEER) == 1);
            assertThat(bench.proxy().idleCount()).isZero();
            assertThat(client.get("/").status()).isEqualTo(200);
            assertThat(bench.count(Counter.RETRIES)).isZero();
        }
    }

    @Test
    void bytesNobodyAskedForEndAnIdleConnection() throws IOException {
        Origin[] origin = new Origin[1];
        origin[0] = Origin.of((peer, ordinal) -> {
            origin[0].next(peer);
            peer.send(Origin.ok("hi"));
            await().atMost(PLENTY).until(() -> !origin[0].requests().isEmpty());
            peer.send(Origin.ok("poison"));
            peer.untilEnd();
        });
        try (Bench bench = Bench.of(origin[0]);
                Peer client = bench.client()) {
            assertThat(client.get("/").body()).isEqualTo("hi");
            await().atMost(PLENTY).until(() -> bench.count(Counter.CLOSED_SURPLUS) == 1);
            assertThat(client.get("/").body()).isEqualTo("hi");
            assertThat(bench.origin().accepts()).isEqualTo(2);
        }
    }

    @Test
    void surplusBehindAResponseReachesNobody() throws IOException {
        try (Bench bench = Bench.of(Origin.answering(Origin.ok("hi") + Origin.ok("poison")));
                Peer one = bench.client();
                Peer two = bench.client()) {
            assertThat(one.get("/").body()).isEqualTo("hi");
            assertThat(two.get("/").body()).isEqualTo("hi");
            assertThat(one.get("/").body()).isEqualTo("hi");
            assertThat(bench.origin().accepts()).isEqualTo(3);
            assertThat(bench.count(Counter.CLOSED_SURPLUS)).isEqualTo(3);
        }
    }

    @Test
    void workersShareTheConnectionsOfASharedPool() throws IOException {
        try (Bench bench =
                Bench.of(Origin.answering(Origin.ok("hi")), "workers", "3", "workers.spread", "round-robin")) {
            List<String> threads = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                try (Peer client = bench.client()) {
                    Peer.Message answer = client.get("/");
                    assertThat(answer.body()).isEqualTo("hi");
                    threads.add(answer.field("X-Lab-Thread"));
                }
            }
            assertThat(threads).containsExactly("worker-0", "worker-1", "worker-2", "worker-0", "worker-1", "worker-2");
            assertThat(bench.origin().accepts()).isEqualTo(1);
            assertThat(bench.count(Counter.MOVES)).isEqualTo(5);
        }
    }

    @Test
    void workersWithPoolsOfTheirOwnDialTheirOwn() throws IOException {
        try (Bench bench = Bench.of(Origin.answering(Origin.ok("hi")), "workers", "3", "pool", "per-worker")) {
            for (int i = 0; i < 6; i++) {
                try (Peer client = bench.client()) {
                    client.get("/");
                }
            }
            assertThat(bench.origin().accepts()).isEqualTo(3);
            assertThat(bench.count(Counter.MOVES)).isZero();
        }
    }

    @Test
    void ownRoutesTouchNoUpstreamAndTheWarmRouteOnlyTheProbe() throws IOException {
        try (Origin probe = Origin.answering(Origin.ok("probe"));
                Bench bench = Bench.of(
                        Origin.answering(Origin.ok("hi")),
                        "probe",
                        String.valueOf(probe.address().getPort()));
                Peer client = bench.client()) {
            assertThat(client.get("/-ready").status()).isEqualTo(204);
            assertThat(client.get("/-warm/x").body()).isEqualTo("probe");
            assertThat(client.get("/-warm").body()).isEqualTo("probe");
            assertThat(client.get("/-counters").body()).contains("\"dials\": 0").contains("\"requests\": 0");
            assertThat(bench.origin().accepts()).isZero();
            assertThat(probe.accepts()).isEqualTo(1);
        }
    }
}
