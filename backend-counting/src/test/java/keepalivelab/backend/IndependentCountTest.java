package keepalivelab.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import keepalivelab.backend.CloseKind.Closer;
import keepalivelab.backend.CloseKind.How;
import keepalivelab.backend.rule.Behaviour;
import keepalivelab.backend.rule.BehaviourFactory;
import keepalivelab.backend.rule.Behaviours;
import keepalivelab.backend.rule.Effect;
import org.junit.jupiter.api.Test;

/**
 * 10,000 connections that end in every way the behaviours offer, counted by a relay that shares nothing with the ledger,
 * and by the kernel. (Its counters are the whole machine's, so they are a lower bound only.)
 */
class IndependentCountTest {
    private static final int CONNECTIONS = 10_000;
    private static final int DRIVERS = 8;

    private final AtomicInteger answers = new AtomicInteger();

    @Test
    void theLedgerAgreesWithACounterThatIsNotOurs() throws Exception {
        Optional<Long> opensBefore = kernelPassiveOpens();
        List<Behaviour> behaviours = hastened();
        int each = (CONNECTIONS + behaviours.size() - 1) / behaviours.size();
        try (CountingBackend backend = CountingBackend.start();
                CountingRelay relay = new CountingRelay(backend.port())) {
            int driven = 0;
            for (Behaviour behaviour : behaviours) {
                backend.behave(List.of(behaviour));
                drive(relay, behaviour, each);
                driven += each;
                int all = driven;
                await().atMost(Duration.ofSeconds(20))
                        .pollInterval(Duration.ofMillis(2))
                        .until(() -> relay.ended() == all && backend.openConnections() == 0);
            }
            compare(backend, relay, driven);
            Optional<Long> opensAfter = kernelPassiveOpens();
            if (opensBefore.isPresent() && opensAfter.isPresent()) {
                // Every connection was accepted twice: by the relay and by the backend.
                assertThat(opensAfter.get() - opensBefore.get()).isGreaterThanOrEqualTo(2L * driven);
            }
        }
    }

    private void compare(CountingBackend backend, CountingRelay relay, int driven) {
        await().until(() -> backend.ledger().connections().stream().noneMatch(ConnectionRecord::isOpen));
        LedgerSnapshot ledger = backend.ledger();
        assertThat(driven).isGreaterThanOrEqualTo(CONNECTIONS);
        assertThat(ledger.accepts()).isEqualTo(driven).isEqualTo(relay.dialled.get());
        assertThat(ended(ledger, Closer.BACKEND, How.FIN)).isEqualTo(relay.upstreamEof.get());
        assertThat(ended(ledger, Closer.BACKEND, How.RST) + ended(ledger, Closer.BACKEND, How.DIRTY))
                .isEqualTo(relay.upstreamReset.get());
        assertThat(ended(ledger, Closer.PEER, How.FIN)).isEqualTo(relay.clientEof.get());
        assertThat(ended(ledger, Closer.PEER, How.RST)).isEqualTo(relay.clientReset.get());
        assertThat(ledger.exchanges()).isEqualTo(answers.get());
        assertThat(ledger.fired().values())
                .allSatisfy(count -> assertThat(count).isPositive());
        assertThat(List.of(relay.upstreamEof, relay.upstreamReset, relay.clientEof, relay.clientReset))
                .allSatisfy(count -> assertThat(count.get()).isGreaterThan(500));
    }

    private static long ended(LedgerSnapshot ledger, Closer closer, How how) {
        return ledger.closes().entrySet().stream()
                .filter(e -> e.getKey().closer() == closer && e.getKey().how() == how)
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    private void drive(CountingRelay relay, Behaviour behaviour, int count) throws Exception {
        AtomicInteger next = new AtomicInteger();
        ExecutorService drivers = Executors.newFixedThreadPool(DRIVERS);
        try {
            List<Future<?>> done = new ArrayList<>();
            for (int d = 0; d < DRIVERS; d++) {
                done.add(drivers.submit(() -> {
                    for (int i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
                        oneConnection(relay, behaviour, i);
                    }
                    return null;
                }));
            }
            for (Future<?> driver : done) {
                driver.get();
            }
        } finally {
            drivers.shutdownNow();
        }
    }

    private void oneConnection(CountingRelay relay, Behaviour behaviour, int ordinal) throws IOException {
        try (Peer peer = new Peer(relay.port())) {
            try {
                if (!behaviour.text().contains("@accept")) {
                    for (int i = 0; i < 2; i++) {
                        peer.get();
                        answers.incrementAndGet();
                    }
                }
            } catch (IOException endedByTheBackend) {
                return;
            }
            if (closes(behaviour)) {
                peer.end();
            } else if (ordinal % 2 == 0) {
                peer.reset();
            }
        }
    }

    private static boolean closes(Behaviour behaviour) {
        return behaviour.rules().stream()
                .anyMatch(r -> !r.effect().shapesAnswer() && !(r.effect() instanceof Effect.Keep));
    }

    /** Every example of every behaviour, with short times. */
    private static List<Behaviour> hastened() {
        return Behaviours.all().stream()
                .map(BehaviourFactory::examples)
                .flatMap(List::stream)
                .map(text -> Behaviours.parse(text.replaceAll("\\d+ms", "3ms")))
                .toList();
    }

    /** Connections that this machine has accepted since it started; empty where that cannot be read. */
    private static Optional<Long> kernelPassiveOpens() throws IOException {
        Path snmp = Path.of("/proc/net/snmp");
        if (!Files.isReadable(snmp)) {
            return Optional.empty();
        }
        List<String[]> tcp = Files.readAllLines(snmp).stream()
                .filter(line -> line.startsWith("Tcp:"))
                .map(line -> line.split(" ", -1))
                .toList();
        int column = List.of(tcp.get(0)).indexOf("PassiveOpens");
        return Optional.of(Long.parseLong(tcp.get(1)[column]));
    }
}
