package keepalivelab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/** Comparisons for tests: rounds with chosen times and counts. */
final class Compared {
    static final String CELL = "size=8";

    private Compared() {}

    static Comparison how(int rounds, int windows, boolean exact) {
        return new Comparison(
                SampleResults.arm("old"),
                SampleResults.arm("new"),
                List.of(new GatedCell(CELL, Map.of("size", 8), exact)),
                "duet",
                rounds,
                windows,
                1.5,
                2,
                0.01);
    }

    /** Rounds without windows; accepts of base and candidate by round. */
    static List<Round> counted(int rounds, IntToLongFunction base, IntToLongFunction candidate) {
        return IntStream.range(0, rounds)
                .mapToObj(i -> round(
                        i, arm("old", base.applyAsLong(i), List.of()), arm("new", candidate.applyAsLong(i), List.of())))
                .toList();
    }

    /** Rounds of six windows; both arms share the machine's noise, the candidate is slower by that factor. */
    static List<Round> timed(int rounds, double factor) {
        SplittableRandom random = new SplittableRandom(15);
        List<Round> all = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            List<TimedWindow> base = new ArrayList<>();
            List<TimedWindow> candidate = new ArrayList<>();
            for (int w = 0; w < 6; w++) {
                double machine = 200 * (1 + random.nextDouble());
                base.add(window(machine, 1));
                candidate.add(window(machine * factor * (0.98 + 0.04 * random.nextDouble()), 1));
            }
            all.add(round(i, arm("old", 8, base), arm("new", 8, candidate)));
        }
        return all;
    }

    static TimedWindow window(double p50Us, double lagUs) {
        return new TimedWindow(1500, 0, p50Us, 5 * p50Us, lagUs, lagUs < 1000);
    }

    static RoundArm arm(String label, long accepts, List<TimedWindow> windows) {
        RoundCounts counts = new RoundCounts(3000, 0, accepts, 0, 0, 3000, 3000 - accepts, 0, 8, 4000);
        return new RoundArm(label, counts, windows.isEmpty() ? null : 2000.0, windows, List.of(), List.of());
    }

    static Round round(int index, RoundArm base, RoundArm candidate) {
        return new Round(index, CELL, "old,new", List.of(base, candidate), null);
    }
}
