package keepalivelab.app.run;

import java.util.EnumMap;
import java.util.Map;
import keepalivelab.api.Outcome;
import keepalivelab.app.terminal.LiveCounts;
import keepalivelab.backend.CountingBackend;
import keepalivelab.load.LoadGenerator;

/**
 * The counters of a cell that may be read while it is measured: of the generator, requests taken up and ended by outcome; of
 * the backend, accepts, open connections, requests in flight, exchanges and those of them on a used connection. Each has one
 * writer, its loop, for which it costs a plain store; to read it takes no lock, allocates nothing there and waits for nobody.
 * Neither the ledger's rows nor any histogram is touched. Thread-safe.
 */
final class LiveCounters implements LiveCounts.Source {
    private final LoadGenerator generator;
    private final CountingBackend backend;
    private final long acceptsBefore;
    private final long exchangesBefore;
    private final long reusedBefore;

    /** Counts of the backend from now on. */
    LiveCounters(LoadGenerator generator, CountingBackend backend) {
        this.generator = generator;
        this.backend = backend;
        this.acceptsBefore = backend.accepts();
        this.exchangesBefore = backend.exchanges();
        this.reusedBefore = backend.reusedExchanges();
    }

    /** Parts before wholes, so that no ratio of a moment is above 1. */
    @Override
    public LiveCounts now() {
        Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
        for (Outcome outcome : Outcome.values()) {
            outcomes.put(outcome, generator.endedSoFar(outcome));
        }
        long reused = backend.reusedExchanges() - reusedBefore;
        long exchanges = backend.exchanges() - exchangesBefore;
        return new LiveCounts(
                generator.sent(),
                outcomes,
                backend.accepts() - acceptsBefore,
                backend.openConnections(),
                backend.inFlight(),
                exchanges,
                reused);
    }
}
