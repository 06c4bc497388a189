package keepalivelab.app.run;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import keepalivelab.app.scenario.CellPlan;
import keepalivelab.app.scenario.ResolvedScenario;

/**
 * Everything that is known before a run starts.
 *
 * @param scenario with its parameters set
 * @param arms with their proxies, in the user's order
 * @param seed of every random choice
 * @param backendPort fixed port of the backend; empty for any free one
 * @param command the words that repeat this run
 */
public record RunOrder(
        ResolvedScenario scenario, List<ArmBinding> arms, long seed, OptionalInt backendPort, List<String> command) {
    private static final long TOKEN_MASK = 0xffff_ffffL;

    public RunOrder {
        arms = List.copyOf(arms);
        command = withSeed(command, seed);
    }

    private static List<String> withSeed(List<String> command, long seed) {
        List<String> words = new ArrayList<>(command);
        if (command.stream().noneMatch(word -> word.equals("--seed") || word.startsWith("--seed="))) {
            words.addAll(List.of("--seed", Long.toString(seed)));
        }
        return List.copyOf(words);
    }

    /** An order whose seed is drawn where none is given; small enough to type. */
    public RunOrder(
            ResolvedScenario scenario,
            List<ArmBinding> arms,
            OptionalLong seed,
            OptionalInt backendPort,
            List<String> command) {
        this(
                scenario,
                arms,
                seed.orElseGet(() -> ThreadLocalRandom.current().nextInt(1, 1_000_000)),
                backendPort,
                command);
    }

    /**
     * One cell on one arm.
     *
     * @param arm which proxy
     * @param cell what to do
     * @param number position in the run, from 0
     */
    public record Turn(ArmBinding arm, CellPlan cell, int number) {}

    /** Every cell on every arm, interleaved: arms take turns cell by cell, so that a slow minute hits all of them. */
    public List<Turn> turns() {
        List<List<CellPlan>> cells =
                arms.stream().map(arm -> scenario.cells(arm.arm())).toList();
        int most = cells.stream().mapToInt(List::size).max().orElse(0);
        List<Turn> turns = new ArrayList<>();
        for (int c = 0; c < most; c++) {
            for (int a = 0; a < arms.size(); a++) {
                if (c < cells.get(a).size()) {
                    turns.add(new Turn(arms.get(a), cells.get(a).get(c), turns.size()));
                }
            }
        }
        return List.copyOf(turns);
    }

    /** The name of a turn's result, unique in the run: arms share the scenario's cells. */
    public String cellId(Turn turn) {
        return arms.size() == 1
                ? turn.cell().id()
                : turn.arm().label() + "/" + turn.cell().id();
    }

    /** The name of a turn's folder in the run's results. */
    public String folder(Turn turn) {
        return turn.arm().label() + " " + turn.cell().id();
    }

    /** The seed of one cell: the same for every arm, so that all of them get the same stream of requests. */
    public long seedOf(CellPlan cell) {
        return new SplittableRandom(seed ^ cell.id().hashCode() * 0x9e37_79b9_7f4a_7c15L).nextLong();
    }

    /** The token in the request ids of one turn: eight hex digits, another one for every turn. */
    public String tokenOf(Turn turn) {
        long bits = new SplittableRandom(seed + 0x6a09_e667_f3bc_c908L * (turn.number() + 1)).nextLong();
        return HexFormat.of().toHexDigits((int) (bits & TOKEN_MASK));
    }
}
