package keepalivelab.app.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import keepalivelab.api.InputException;
import keepalivelab.app.run.ArmBinding;
import keepalivelab.app.run.RunOrder;
import keepalivelab.app.scenario.ResolvedScenario;
import keepalivelab.report.baseline.Baseline;
import keepalivelab.report.baseline.BaselineFolder;
import keepalivelab.report.baseline.BaselineFolder.Stored;
import org.jspecify.annotations.Nullable;

/** Finds the baselines that a run can be held against, before it starts. */
public final class BaselineRequest {
    private BaselineRequest() {}

    /**
     * The baseline of each arm of a run, by label; an arm that is missing and may be skipped has none.
     *
     * @param against the arm whose baseline all of them are held against; null for the own one of each
     * @throws InputException if an arm has none, saying how to make it, or one of another scenario or of other parameters,
     *     naming the keys
     */
    public static Map<String, Stored> of(RunOrder order, BaselineFolder folder, @Nullable ArmBinding against) {
        Map<String, Stored> found = new TreeMap<>();
        for (ArmBinding arm : order.arms()) {
            if (arm.installation().isPresent()) {
                Stored stored = find(order, folder, against == null ? arm : against);
                checkSame(order.scenario(), folder, stored);
                found.put(arm.label(), stored);
            }
        }
        return found;
    }

    private static Stored find(RunOrder order, BaselineFolder folder, ArmBinding arm) {
        String version = arm.installation().orElseThrow().version();
        String scenario = order.scenario().scenario().id();
        return folder.find(scenario, arm.arm().driver(), variant(arm), version)
                .orElseThrow(() -> new InputException(missing(order, folder, arm, version)));
    }

    private static String missing(RunOrder order, BaselineFolder folder, ArmBinding arm, String version) {
        String scenario = order.scenario().scenario().id();
        List<String> there = folder.of(scenario).stream()
                .map(stored -> stored.file() + " (" + stored.baseline().arm().versions() + ")")
                .toList();
        return "no baseline of " + scenario + " for " + arm.arm().driver()
                + arm.arm().variant().map(v -> ":" + v).orElse("") + (version.isEmpty() ? "" : " " + version) + " in "
                + folder.folder() + (there.isEmpty() ? "" : ", only " + String.join(", ", there))
                + "; make it with: run-scenario gate " + scenario + " --proxy " + plainArm(arm) + " --update-baseline";
    }

    /** The arm as typed, without the knobs of its own: they are no part of a baseline. */
    private static String plainArm(ArmBinding arm) {
        return arm.arm().driver()
                + arm.arm().variant().map(v -> ":" + v).orElse("")
                + arm.arm().target().map(t -> "@" + t).orElse("");
    }

    /** The pool that {@code embedded} alone has is the one that {@code embedded:lifo} names. */
    static @Nullable String variant(ArmBinding arm) {
        boolean unnamed =
                arm.arm().driver().equals("embedded") && arm.arm().variant().isEmpty();
        return unnamed ? "lifo" : arm.arm().variant().orElse(null);
    }

    private static void checkSame(ResolvedScenario scenario, BaselineFolder folder, Stored stored) {
        List<String> differences = new ArrayList<>();
        Baseline baseline = stored.baseline();
        if (!baseline.scenario().equals(scenario.scenario().id())) {
            differences.add("scenario is " + baseline.scenario());
        }
        params(baseline.params(), scenario.params(), differences);
        sections(baseline.measures(), scenario.scenario().measures(), differences);
        if (!differences.isEmpty()) {
            throw new InputException(folder.folder().resolve(stored.file()) + " is not a baseline of this run: "
                    + String.join("; ", differences)
                    + "; run it in the baseline's form, or write a new one with --update-baseline --reason TEXT");
        }
    }

    private static void params(Map<String, Object> old, Map<String, Object> now, List<String> differences) {
        for (String key : keys(old, now)) {
            if (!Objects.equals(old.get(key), now.get(key))) {
                differences.add(
                        "params." + key + " is " + shown(old.get(key)) + " there and " + shown(now.get(key)) + " here");
            }
        }
    }

    private static void sections(Map<String, String> old, Map<String, String> now, List<String> differences) {
        for (String key : keys(old, now)) {
            if (!Objects.equals(old.get(key), now.get(key))) {
                differences.add("key '" + key + "' of the scenario has changed since");
            }
        }
    }

    private static Set<String> keys(Map<String, ?> one, Map<String, ?> other) {
        Set<String> keys = new TreeSet<>(one.keySet());
        keys.addAll(other.keySet());
        return keys;
    }

    private static String shown(@Nullable Object value) {
        return Optional.ofNullable(value).map(Object::toString).orElse("absent");
    }
}
