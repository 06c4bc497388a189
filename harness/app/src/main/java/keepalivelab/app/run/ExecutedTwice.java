package keepalivelab.app.run;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import keepalivelab.backend.ExchangeDetail;
import keepalivelab.backend.LedgerSnapshot;
import keepalivelab.load.LoadResult;

/** Requests that must not be repeated (RFC 9110, 9.2.2) and that the backend nevertheless executed more than once. */
final class ExecutedTwice {
    private static final Set<String> NOT_IDEMPOTENT = Set.of("POST", "PATCH", "CONNECT");

    private ExecutedTwice() {}

    /** Their ids, in the order of the ledger. */
    static List<String> ids(LedgerSnapshot ledger, LoadResult load) {
        ExchangeDetail rows = ledger.exchangeDetail();
        Set<String> ids = new LinkedHashSet<>();
        for (int row = 0; row < rows.size(); row++) {
            long request = rows.request(row);
            boolean ours = request != ExchangeDetail.FOREIGN
                    && request < load.requests().planned();
            if (ours && NOT_IDEMPOTENT.contains(rows.method(row)) && ledger.executions(request) > 1) {
                ids.add(load.requestId((int) request));
            }
        }
        return new ArrayList<>(ids);
    }
}
