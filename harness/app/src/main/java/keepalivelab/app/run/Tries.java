package keepalivelab.app.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import keepalivelab.api.Outcome;
import keepalivelab.backend.ExchangeDetail;
import keepalivelab.backend.LedgerSnapshot;
import keepalivelab.load.LoadPlan;
import keepalivelab.load.LoadPlan.Step;
import keepalivelab.load.LoadResult;
import keepalivelab.load.RequestLog;
import keepalivelab.report.CellDraft;
import keepalivelab.report.Series;

/**
 * The rounds of a script's repeated block: the same thing tried several times on one proxy, and what became of it. The last
 * request of a round is the one it is about; those before it prepare.
 *
 * @param outcomes each distinct outcome with how often it occurred, in order of first occurrence
 */
record Tries(Map<Try, Long> outcomes) {
    /**
     * What became of one round.
     *
     * @param answer status, or the way of ending, of its last request; with a remark where the round did not begin on a new
     *     connection that answered at once
     * @param attempts of the last request
     * @param executions of the last request
     * @param accepts connections that the backend took during the round
     */
    record Try(String answer, long attempts, long executions, long accepts) {}

    /** The rounds of the first repeated block; empty for loads without one. */
    static Optional<Tries> of(LoadPlan plan, LoadResult load, LedgerSnapshot ledger) {
        if (!(plan instanceof LoadPlan.Script script)) {
            return Optional.empty();
        }
        int before = 0;
        for (Step step : script.steps()) {
            if (step instanceof Step.Repeat repeat && sends(repeat.steps()) > 0) {
                return Optional.of(new Rounds(load.requests(), ledger).tries(before, repeat));
            }
            before += sends(List.of(step));
        }
        return Optional.empty();
    }

    private static int sends(List<Step> steps) {
        int sends = 0;
        for (Step step : steps) {
            if (step instanceof Step.Repeat repeat) {
                sends += repeat.times() * sends(repeat.steps());
            } else if (step instanceof Step.Send) {
                sends++;
            }
        }
        return sends;
    }

    /** Adds the most frequent outcome as figures, and all of them as a series. */
    void addTo(CellDraft draft) {
        Map.Entry<Try, Long> most = outcomes.entrySet().stream()
                .reduce((a, b) -> b.getValue() > a.getValue() ? b : a)
                .orElseThrow();
        long tries = outcomes.values().stream().mapToLong(Long::longValue).sum();
        draft.figure("tries", tries);
        draft.figure("equalTries", most.getValue());
        draft.figure("equal", most.getValue() + " of " + tries);
        draft.figure("answer", most.getKey().answer());
        draft.figure("attempts", most.getKey().attempts());
        draft.figure("executions", most.getKey().executions());
        draft.figure("accepts", most.getKey().accepts());
        draft.series(series());
    }

    private Series series() {
        List<List<Object>> rows = new ArrayList<>();
        outcomes.forEach((t, count) -> rows.add(List.of(count, t.answer(), t.attempts(), t.executions(), t.accepts())));
        return new Series("tries", List.of("tries", "answer", "attempts", "executions", "accepts"), rows);
    }

    /** Takes a cell's requests apart into rounds. */
    private static final class Rounds {
        private final RequestLog requests;
        private final LedgerSnapshot ledger;
        private final Map<Long, Integer> firstConnection = new HashMap<>();
        private int acceptsBefore;

        Rounds(RequestLog requests, LedgerSnapshot ledger) {
            this.requests = requests;
            this.ledger = ledger;
            ExchangeDetail rows = ledger.exchangeDetail();
            for (int row = 0; row < rows.size(); row++) {
                firstConnection.merge(rows.request(row), rows.connection(row), Math::min);
            }
        }

        Tries tries(int before, Step.Repeat repeat) {
            int length = sends(repeat.steps());
            Map<Try, Long> outcomes = new LinkedHashMap<>();
            for (int round = 0; round < repeat.times(); round++) {
                int first = before + round * length;
                outcomes.merge(one(first, first + length, round == repeat.times() - 1), 1L, Long::sum);
            }
            return new Tries(outcomes);
        }

        private Try one(int first, int end, boolean last) {
            int number = end - 1;
            String answer = answer(number) + remark(first, number);
            return new Try(answer, ledger.attempts(number), ledger.executions(number), accepts(first, end, last));
        }

        private String answer(int number) {
            Outcome outcome = requests.outcome(number).orElse(null);
            if (outcome == null) {
                return requests.sent(number) ? "unanswered" : "never sent";
            }
            return switch (outcome) {
                case OK, STATUS_3XX, STATUS_4XX, STATUS_5XX -> Integer.toString(requests.status(number));
                default -> outcome.key();
            };
        }

        private String remark(int first, int end) {
            for (int number = first; number < end; number++) {
                if (!requests.outcome(number).equals(Optional.of(Outcome.OK)) || ledger.attempts(number) != 1) {
                    return " after " + answer(number) + " (" + ledger.attempts(number) + " attempts)";
                }
            }
            return end > first && requests.exchange(first) > 0 ? " after a start on a used connection" : "";
        }

        /** Connections are numbered as they are accepted: a round's are those from its first to the next round's first. */
        private long accepts(int first, int end, boolean last) {
            int from = acceptsBefore;
            int next = last ? connections() : firstOf(end).map(id -> id - 1).orElse(from);
            acceptsBefore = Math.max(from, next);
            return (long) acceptsBefore
                    - Math.max(from, firstOf(first).map(id -> id - 1).orElse(from));
        }

        private Optional<Integer> firstOf(int number) {
            return Optional.ofNullable(firstConnection.get((long) number));
        }

        private int connections() {
            return ledger.connections().stream().mapToInt(c -> c.id()).max().orElse(0);
        }
    }
}
