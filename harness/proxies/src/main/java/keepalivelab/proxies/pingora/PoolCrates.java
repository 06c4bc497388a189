package keepalivelab.proxies.pingora;

import com.google.auto.service.AutoService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import keepalivelab.api.Arm;
import keepalivelab.api.InputException;
import keepalivelab.api.Installation;
import keepalivelab.api.PoolFigures;
import keepalivelab.api.PoolLaboratory;
import keepalivelab.api.PoolTask;
import keepalivelab.api.ProxyFailedException;
import keepalivelab.proxies.process.CommandOutput;

/**
 * Does pool experiments on the published crate pingora-pool: each run is one process of the program around it, which prints
 * what it counted. The experiments are those of the harness's own pools, with the same parameters and figures.
 */
@AutoService(PoolLaboratory.class)
public final class PoolCrates implements PoolLaboratory {
    private static final List<String> EXPERIMENTS =
            List.of("pool-order", "pool-cap-per-thread", "pool-stale-entry", "pool-overfill");
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int MESSAGE_LINES = 5;

    @Override
    public String driver() {
        return PoolCrateDriver.ID;
    }

    @Override
    public String armForm() {
        return PoolCrateDriver.ID + "@<version>";
    }

    /** The figures are worth something only beside those of the harness's own pools, so those decide their names. */
    @Override
    public PoolFigures.Names names(PoolTask task) {
        if (!EXPERIMENTS.contains(task.experiment())) {
            throw new InputException(PoolCrateDriver.ID + " does " + String.join(", ", EXPERIMENTS) + ", not "
                    + task.experiment() + ": what that counts cannot be seen from outside the crate");
        }
        return PoolLaboratory.of("embedded")
                .orElseThrow(() -> new InputException("the harness's own pools are not on the class path"))
                .names(task);
    }

    @Override
    public String semantics(Arm arm) {
        arm.variant().ifPresent(variant -> {
            throw new InputException(PoolCrateDriver.ID + ":" + variant
                    + ": there are no variants; a version is written pingora-pool@0.9.0");
        });
        return "pingora-pool: the published crate itself, in a program of ours";
    }

    /** Nothing is left to chance but the order in which threads run, so the seed decides nothing. */
    @Override
    public PoolFigures run(Arm arm, Installation installation, PoolTask task, long seed) throws ProxyFailedException {
        PoolFigures.Names names = names(task);
        List<String> command = new ArrayList<>(List.of(installation.location(), task.experiment()));
        task.parameters().forEach((name, value) -> command.add(name + "=" + value));
        CommandOutput output = CommandOutput.of(command, LIMIT);
        PoolFigures figures = figures(output.lines());
        boolean complete = List.copyOf(figures.figures().keySet()).equals(names.figures())
                && List.copyOf(figures.details().keySet()).equals(names.details());
        if (!output.succeeded() || !complete) {
            throw failure(installation, task, output);
        }
        return figures;
    }

    /** Lines of {@code figure NAME COUNT}, {@code detail NAME TEXT} and {@code deterministic yes}; others are not ours. */
    private static PoolFigures figures(List<String> lines) {
        Map<String, Long> figures = new LinkedHashMap<>();
        Map<String, String> details = new LinkedHashMap<>();
        for (String line : lines) {
            String[] words = line.split(" ", 3);
            if (words[0].equals("figure") && words.length == 3 && words[2].matches("\\d{1,18}")) {
                figures.put(words[1], Long.parseLong(words[2]));
            } else if (words[0].equals("detail") && words.length == 3) {
                details.put(words[1], words[2]);
            }
        }
        return new PoolFigures(figures, details, lines.contains("deterministic yes"));
    }

    private static ProxyFailedException failure(Installation installation, PoolTask task, CommandOutput output) {
        List<String> lines = output.lines();
        return new ProxyFailedException(
                PoolCrateDriver.ID + " " + installation.version() + " did not do " + task.experiment()
                        + ": exit status " + output.exitStatus(),
                lines.subList(Math.max(0, lines.size() - MESSAGE_LINES), lines.size()),
                false);
    }
}
