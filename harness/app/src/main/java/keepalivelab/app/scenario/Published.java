package keepalivelab.app.scenario;

import java.util.List;
import java.util.Optional;

/**
 * Figures that somebody else published, to stand beside ours.
 *
 * @param source who and where
 * @param cells in the order of the file
 * @param differs why ours may differ; empty where no reason is given
 */
public record Published(String source, List<PublishedCell> cells, Optional<Difference> differs) {
    public Published {
        cells = List.copyOf(cells);
    }

    /**
     * A stated reason for a difference.
     *
     * @param because for people
     * @param evidence what in our result shows that this reason applies
     */
    public record Difference(String because, Expression evidence) {}
}
