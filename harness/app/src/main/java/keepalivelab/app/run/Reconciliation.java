package keepalivelab.app.run;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import keepalivelab.api.Outcome;
import keepalivelab.backend.ExchangeDetail;
import keepalivelab.backend.LedgerSnapshot;
import keepalivelab.load.LoadResult;
import keepalivelab.load.RequestLog;

/**
 * Holds the two independent counts of a cell against each other, request id by request id. Anything left over makes the
 * cell void.
 *
 * <p>Each answered request that names a backend connection maps to exactly one ledger row with the same id, connection and
 * index; each row without such an answer belongs to an id that was attempted more than once, or whose outcome is not ok.
 * With no fault and no loss this is plain equality.
 */
final class Reconciliation {
    /** Whose answers are expected to carry the backend's numbers. */
    enum AnsweredBy {
        /** Every 2xx answer comes from the backend. */
        BACKEND,
        /** The proxy under test answers by itself. */
        PROXY
    }

    private static final int NAMED = 5;

    private final LedgerSnapshot ledger;
    private final LoadResult load;
    private final List<String> problems = new ArrayList<>();
    private final Named unanswered = new Named("exchanges at the backend whose answer no client got");
    private final Named unplanned = new Named("requests at the backend that were not planned");
    private final Named invented = new Named("complete answers that the backend never finished");
    private final Named elsewhere = new Named("ok answers that do not come from the backend");
    private final Named unseen = new Named("answers to requests that the backend never saw");
    private final Named unknown = new Named("answers that name an exchange which carried another request");
    private final BitSet matched = new BitSet();
    private int matchedReused;

    private Reconciliation(LedgerSnapshot ledger, LoadResult load) {
        this.ledger = ledger;
        this.load = load;
    }

    /** What does not agree, one line each; empty if both counts tell the same story. */
    static List<String> problems(LedgerSnapshot ledger, LoadResult load, AnsweredBy by) {
        Reconciliation reconciliation = new Reconciliation(ledger, load);
        reconciliation.pairing();
        reconciliation.rows();
        reconciliation.answers(by);
        reconciliation.totals();
        return List.copyOf(reconciliation.problems);
    }

    /** No answer may reach another request than its own. */
    private void pairing() {
        int count = load.answers().pairingErrorCount();
        if (count > 0) {
            problems.add(count + " answers carry another request's id: "
                    + String.join(
                            ", ",
                            load.answers().pairingErrors().stream().limit(NAMED).toList()));
        }
    }

    /** Every ledger row has its answer, or a reason for having none. */
    private void rows() {
        ExchangeDetail rows = ledger.exchangeDetail();
        for (int row = 0; row < rows.size(); row++) {
            long request = rows.request(row);
            if (request != ExchangeDetail.FOREIGN) {
                row(rows, row, request);
            }
        }
        unplanned.report(problems);
        invented.report(problems);
        unanswered.report(problems);
    }

    private void row(ExchangeDetail rows, int row, long request) {
        if (request >= load.requests().planned()) {
            unplanned.add(load.token() + "-" + request);
            return;
        }
        int number = (int) request;
        boolean answered = load.requests().backendConnection(number) == rows.connection(row)
                && load.requests().exchange(number) == rows.index(row);
        if (answered && complete(number)) {
            matched.set(number);
            matchedReused += rows.index(row) > 0 ? 1 : 0;
            if (!rows.isAnswered(row)) {
                invented.add(load.requestId(number));
            }
        } else if (!answered && !explained(number)) {
            unanswered.add(load.requestId(number));
        }
    }

    private boolean complete(int request) {
        return switch (load.requests().outcome(request).orElse(Outcome.TRUNCATED)) {
            case OK, STATUS_3XX, STATUS_4XX, STATUS_5XX -> true;
            default -> false;
        };
    }

    /** Another attempt of the same id, or an outcome that tells of the failure. */
    private boolean explained(int request) {
        return ledger.attempts(request) > 1
                || load.requests().outcome(request).filter(o -> o == Outcome.OK).isEmpty();
    }

    /** Every ok answer comes from where it should, and every answer of the backend from the exchange that it names. */
    private void answers(AnsweredBy by) {
        RequestLog requests = load.requests();
        for (int n = 0; n < requests.planned(); n++) {
            boolean ok = requests.outcome(n).equals(Optional.of(Outcome.OK));
            if (ok && by == AnsweredBy.BACKEND && requests.backendConnection(n) == 0) {
                elsewhere.add(load.requestId(n));
            }
            if (requests.backendConnection(n) != 0) {
                namedExchange(n);
            }
        }
        elsewhere.report(problems);
        unseen.report(problems);
        unknown.report(problems);
    }

    private void namedExchange(int request) {
        if (ledger.attempts(request) == 0) {
            unseen.add(load.requestId(request));
        } else if (ledger.exchangeDetail().isComplete() && complete(request) && !matched.get(request)) {
            unknown.add(load.requestId(request));
        }
    }

    private void totals() {
        if (!ledger.exchangeDetail().isComplete()) {
            // Beyond the detail limit only totals are left to compare.
            if (ledger.exchanges() < load.answers().exchanges()) {
                problems.add("clients got " + load.answers().exchanges() + " answers, the backend gave "
                        + ledger.exchanges());
            }
            return;
        }
        if (matched.cardinality() != load.answers().exchanges()
                || matchedReused != load.answers().reusedExchanges()) {
            problems.add("clients count " + load.answers().exchanges() + " exchanges, "
                    + load.answers().reusedExchanges() + " of them reused; the ledger has " + matched.cardinality()
                    + " and " + matchedReused + " for the same requests");
        }
    }

    /** A count whose first few ids are named. */
    private static final class Named {
        private final String what;
        private final List<String> ids = new ArrayList<>();
        private int count;

        Named(String what) {
            this.what = what;
        }

        void add(String id) {
            count++;
            if (ids.size() < NAMED) {
                ids.add(id);
            }
        }

        void report(List<String> problems) {
            if (count > 0) {
                problems.add(count + " " + what + ": " + String.join(", ", ids) + (count > NAMED ? ", ..." : ""));
            }
        }
    }
}
