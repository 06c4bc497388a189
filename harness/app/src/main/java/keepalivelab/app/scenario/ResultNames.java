package keepalivelab.app.scenario;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import keepalivelab.api.Knob;
import keepalivelab.api.Outcome;

/**
 * The variables that expressions see. {@code client}, {@code backend} and {@code times} have the names of the result file's
 * cells; times are in µs.
 *
 * <ul>
 *   <li>{@code params}, {@code axes}: the values of this run and cell
 *   <li>{@code arm}: {@code driver}, {@code variant}, {@code version} and {@code label}; empty texts where not known
 *   <li>{@code settings}: neutral key → value as configured for this cell and arm, always a text
 *   <li>{@code knobs}: neutral key → applied, emulated, unsupported or native; keys that the cell does not set are absent
 *   <li>{@code retry}: what the arm says it does with a request whose upstream connection ended before a byte of the answer:
 *       {@code rule} as of the knob {@code retry.rule} or of its sheet, and {@code onFirstRequest} and {@code
 *       onLaterRequest}, what a client then gets for the first or a later request of its connection, a status or an
 *       outcome; {@code unknown} where nobody says
 *   <li>{@code ledger.connections}: the backend's connections in the order of their accept; {@code closedBy} is
 *       {@code backend}, {@code peer} or {@code open}, {@code how} is {@code fin}, {@code rst}, {@code dirty} or
 *       {@code open}; {@code ageAtLastUseUs} is its age when it last took up a request, 0 where it never did
 *   <li>{@code requests}: the requests in the order of their numbers {@code n}; {@code outcome} as in
 *       {@code client.outcomes}, {@code status} absent without a response, {@code connections} the ids of the backend's
 *       connections that read it, one per attempt
 *   <li>{@code figures}: further figures of this kind of cell by name, e.g. {@code figures.left} of a pool experiment
 *   <li>{@code series}: figures with many values by name, each a list of rows that name their columns, e.g.
 *       {@code series.rounds.filter(r, r.lightSpread <= 1.3)}
 *   <li>{@code before}: the cells of the same arm that ran before this one, each with its {@code axes}, {@code client},
 *       {@code backend}, {@code times} and {@code figures}
 *   <li>{@code proxyLog}: {@code earlyCloses} is absent where the proxy logs no such line; {@code alerts} is a list
 * </ul>
 */
final class ResultNames {
    private ResultNames() {}

    static Map<String, Shape> of(Scenario scenario) {
        Map<String, Shape> names = new LinkedHashMap<>();
        names.put("params", Shape.members(scenario.params().keySet()));
        names.put("axes", Shape.members(scenario.axes().keySet()));
        names.put("arm", Shape.members("driver", "variant", "version", "label"));
        names.put("settings", Shape.members(Knob.keys()));
        names.put("client", client());
        names.put("backend", backend());
        names.put("times", times());
        names.put("knobs", Shape.members(Knob.keys()));
        names.put("retry", Shape.members("rule", "onFirstRequest", "onLaterRequest"));
        names.put("ledger", Shape.members(new Shape.ListOf(connection()), "connections"));
        names.put("requests", new Shape.ListOf(request()));
        names.put("figures", scenario.figureNames().<Shape>map(Shape::members).orElse(Shape.ANY));
        names.put("series", Shape.ANY);
        names.put("before", new Shape.ListOf(Shape.members("axes", "client", "backend", "times", "figures")));
        names.put("proxyLog", Shape.members("earlyCloses", "alerts"));
        return names;
    }

    private static Shape client() {
        Map<String, Shape> names = new LinkedHashMap<>(Shape.members(
                        "planned",
                        "sent",
                        "neverSent",
                        "inFlightAtEnd",
                        "opens",
                        "status",
                        "exchanges",
                        "reusedExchanges")
                .names());
        List<String> outcomes =
                Arrays.stream(Outcome.values()).map(Outcome::key).toList();
        names.put("outcomes", Shape.members(outcomes));
        return new Shape.Members(names);
    }

    private static Shape backend() {
        return Shape.members(
                "accepts",
                "unusedAccepts",
                "exchanges",
                "reusedExchanges",
                "reuseRatio",
                "brokenExchanges",
                "unreadRequests",
                "openAtEnd",
                "attempts",
                "executions",
                "duplicates",
                "tallies",
                "retired",
                "closes");
    }

    private static Shape times() {
        Shape figures = Shape.members("count", "p50Us", "p90Us", "p99Us", "p999Us", "maxUs", "overRange");
        Shape split = Shape.members(figures, "all", "newUpstream", "reusedUpstream");
        return Shape.members(split, "service", "response", "lag");
    }

    private static Shape connection() {
        return Shape.members(
                "id",
                "exchanges",
                "unreadRequests",
                "brokenExchanges",
                "closedBy",
                "how",
                "unreadBytes",
                "ageUs",
                "ageAtLastUseUs");
    }

    private static Shape request() {
        return Shape.members("n", "method", "path", "outcome", "status", "attempts", "executions", "connections");
    }
}
