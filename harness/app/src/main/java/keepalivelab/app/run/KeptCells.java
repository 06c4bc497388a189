package keepalivelab.app.run;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import keepalivelab.report.CellResult;
import keepalivelab.report.ResultDirectory;
import keepalivelab.report.RunResult;

/**
 * The finished cells of an earlier run that was cut short. They count for a later run only if it would measure the very
 * same: scenario text, parameters, seed, and for each cell the arm's proxy with its version.
 *
 * @param path the earlier run's folder
 * @param result what it had got
 */
public record KeptCells(Path path, RunResult result) {
    /** Whether a run of that order may go on from here. */
    public boolean fits(RunOrder order) {
        return result.partial()
                && result.seed() == order.seed()
                && result.scenario()
                        .sha256()
                        .equals(order.scenario().scenario().header().sha256())
                && result.scenario().params().equals(order.scenario().params());
    }

    Instant startedAt() {
        return result.startedAt();
    }

    ResultDirectory directory() {
        return ResultDirectory.reopen(path);
    }

    /** The finished cell of that turn; empty where it has to run. */
    Optional<CellResult> cell(RunOrder order, RunOrder.Turn turn) {
        String id = order.cellId(turn);
        String version = turn.arm().installation().map(i -> i.version()).orElse("");
        return result.cells().stream()
                .filter(cell -> cell.id().equals(id))
                .filter(cell -> cell.arm().label().equals(turn.arm().label())
                        && cell.arm().driver().equals(turn.arm().arm().driver())
                        && cell.arm().version().equals(version))
                .findFirst();
    }
}
