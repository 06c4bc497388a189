package keepalivelab.app.scenario;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** A made-up result, as expressions see one. */
record MadeResult(
        long ok,
        long accepts,
        long clientReused,
        List<Long> perConnection,
        List<Map<String, Object>> requests,
        Map<String, Object> more) {
    /** The rule that holds unless another is said. */
    static final String IDEMPOTENT = "idempotent-on-reused";

    /** What a client gets whose request is not sent again: the first on its connection, and a later one. */
    static final String FIRST = "502";

    static final String LATER = "closedWithoutByte";

    /** What an arm says of its retries. */
    static Map<String, Object> retry(String rule) {
        return Map.of("rule", rule, "onFirstRequest", FIRST, "onLaterRequest", LATER);
    }

    static MadeResult of(long ok) {
        return new MadeResult(ok, 1, 7, List.of(), List.of(), Map.of());
    }

    MadeResult ok(long count) {
        return new MadeResult(count, accepts, clientReused, perConnection, requests, more);
    }

    MadeResult accepts(long count) {
        return new MadeResult(ok, count, clientReused, perConnection, requests, more);
    }

    MadeResult clientReused(long count) {
        return new MadeResult(ok, accepts, count, perConnection, requests, more);
    }

    MadeResult exchanges(long... counts) {
        List<Long> list = LongStream.of(counts).boxed().toList();
        return new MadeResult(ok, counts.length, clientReused, list, requests, more);
    }

    MadeResult more(Map<String, Object> variables) {
        return new MadeResult(ok, accepts, clientReused, perConnection, requests, variables);
    }

    MadeResult unsupported(String knob) {
        return knob(knob, "unsupported");
    }

    MadeResult knob(String knob, String status) {
        return new MadeResult(
                ok, accepts, clientReused, perConnection, requests, Map.of("knobs", Map.of(knob, status)));
    }

    MadeResult earlyCloses(long lines) {
        return new MadeResult(
                ok, accepts, clientReused, perConnection, requests, Map.of("proxyLog", Map.of("earlyCloses", lines)));
    }

    MadeResult request(String method, int status, Integer... connections) {
        Map<String, Object> request = Map.of(
                "n",
                requests.size(),
                "method",
                method,
                "status",
                status,
                "attempts",
                connections.length,
                "connections",
                List.of(connections));
        return new MadeResult(
                ok,
                accepts,
                clientReused,
                perConnection,
                Stream.concat(requests.stream(), Stream.of(request)).toList(),
                more);
    }

    Map<String, Object> variables() {
        Map<String, Object> variables = new LinkedHashMap<>();
        variables.put("client", Map.of("outcomes", Map.of("ok", ok), "reusedExchanges", clientReused));
        variables.put("backend", Map.of("accepts", accepts, "reusedExchanges", 7));
        variables.put(
                "ledger",
                Map.of(
                        "connections",
                        perConnection.stream()
                                .map(n -> Map.of("exchanges", n, "how", "fin"))
                                .toList()));
        variables.put("requests", requests);
        variables.put("knobs", Map.of());
        variables.put("proxyLog", Map.of("alerts", List.of()));
        variables.put("retry", retry(IDEMPOTENT));
        variables.putAll(more);
        return variables;
    }
}
