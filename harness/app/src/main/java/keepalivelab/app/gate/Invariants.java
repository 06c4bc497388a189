package keepalivelab.app.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobStatus;
import keepalivelab.app.run.RunGate.Finished;
import keepalivelab.app.scenario.CellPlan;
import keepalivelab.report.BackendCounts;
import keepalivelab.report.CellResult;
import keepalivelab.report.ClientCounts;
import keepalivelab.report.ExpectationResult;
import keepalivelab.report.baseline.CountFacts;
import keepalivelab.report.baseline.Envelope;

/**
 * What must hold in any cell, without a baseline. That each id is answered exactly once and no answer reaches another
 * connection is the reconciliation's: a cell in which it does not hold is void, with the ids.
 */
final class Invariants {
    private final Finished finished;
    private final ClientCounts client;
    private final BackendCounts backend;
    private final List<ExpectationResult> results = new ArrayList<>();

    private Invariants(Finished finished, ClientCounts client, BackendCounts backend) {
        this.finished = finished;
        this.client = client;
        this.backend = backend;
    }

    /** Each invariant with whether it holds; none for a cell that sent nothing. */
    static List<ExpectationResult> of(Finished finished) {
        CellResult cell = finished.cell();
        if (cell.client() == null || cell.backend() == null) {
            return List.of();
        }
        Invariants invariants = new Invariants(finished, cell.client(), cell.backend());
        invariants.accounting();
        invariants.executedOnce();
        invariants.noFault();
        invariants.explained();
        return List.copyOf(invariants.results);
    }

    private void accounting() {
        long ended =
                client.outcomes().values().stream().mapToLong(Long::longValue).sum();
        long sent = ended + client.inFlightAtEnd();
        add(
                "client.planned == client.sent + client.neverSent && client.sent == sum(client.outcomes) + client.inFlightAtEnd",
                "every planned request is accounted for",
                client.planned() == client.sent() + client.neverSent() && client.sent() == sent,
                client.planned() + " planned, " + client.sent() + " sent, " + client.neverSent() + " never sent, "
                        + ended + " ended, " + client.inFlightAtEnd() + " in flight");
        add(
                "backend.exchanges >= client.exchanges",
                "the backend gave every answer that a client got",
                backend.exchanges() >= client.exchanges(),
                backend.exchanges() + " against " + client.exchanges());
    }

    private void executedOnce() {
        List<String> twice = finished.cell().executedTwice();
        add(
                "executions of a POST or PATCH <= 1",
                "no request that is not idempotent is executed twice",
                twice.isEmpty(),
                twice.size() + " were: " + String.join(", ", twice.subList(0, Math.min(5, twice.size()))));
    }

    private void noFault() {
        CellPlan plan = finished.turn().cell();
        if (plan.behaviours().isEmpty() || plan.behaviours().equals(List.of("keep"))) {
            long failures = LongStream.of(502, 503, 504)
                    .map(status -> client.status().getOrDefault(Long.toString(status), 0L))
                    .sum();
            add(
                    "client.status[502, 503, 504] == 0",
                    "a backend without a fault causes no 502, 503 or 504",
                    failures == 0,
                    failures + " answers");
        }
    }

    private void explained() {
        String pool = finished.cell().knobs().getOrDefault(Knob.POOL_MAX_IDLE.key(), "");
        boolean asTold = pool.equals(KnobStatus.APPLIED.key()) || pool.equals(KnobStatus.EMULATED.key());
        if (asTold) {
            Regularity.of(finished.turn().cell()).within().forEach(this::explained);
        }
    }

    private void explained(String fact, Envelope envelope) {
        long onTop = CountFacts.onTop(envelope.plus(), finished.cell());
        Object found = CountFacts.of(finished.cell()).get(fact);
        add(
                fact + " within " + envelope.text(onTop),
                "the ledger explains every connection",
                found instanceof Long count && envelope.holds(count, onTop),
                fact + " is " + found);
    }

    private void add(String expression, String says, boolean held, String found) {
        results.add(new ExpectationResult(
                ExpectationResult.Kind.REQUIRE, expression, held ? says : says + " (" + found + ")", held));
    }
}
