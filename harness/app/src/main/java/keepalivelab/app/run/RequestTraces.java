package keepalivelab.app.run;

import java.util.ArrayList;
import java.util.List;
import keepalivelab.api.Outcome;
import keepalivelab.backend.LedgerSnapshot;
import keepalivelab.load.LoadPlan;
import keepalivelab.load.LoadResult;
import keepalivelab.report.RequestTrace;

/** The requests of a small script one by one, as both sides saw them. */
final class RequestTraces {
    /** Larger scripts are told by their counts: each trace looks through the whole ledger. */
    private static final int MOST = 200;

    private RequestTraces() {}

    /** One trace per request of a script; empty for other loads and for long scripts. */
    static List<RequestTrace> of(LoadPlan plan, LoadResult load, LedgerSnapshot ledger) {
        if (!(plan instanceof LoadPlan.Script script) || script.planned() > MOST) {
            return List.of();
        }
        List<RequestTrace> traces = new ArrayList<>();
        for (LoadPlan.Step step : script.played()) {
            if (step instanceof LoadPlan.Step.Send send) {
                traces.add(trace(traces.size(), send.request(), load, ledger));
            }
        }
        return List.copyOf(traces);
    }

    private static RequestTrace trace(int n, LoadPlan.RequestShape request, LoadResult load, LedgerSnapshot ledger) {
        int status = load.requests().status(n);
        return new RequestTrace(
                n,
                request.method(),
                request.path(),
                load.requests().outcome(n).map(Outcome::key).orElse(null),
                status == 0 ? null : status,
                ledger.attempts(n),
                ledger.executions(n),
                ledger.connectionsOf(n).stream().map(Integer::longValue).toList());
    }
}
