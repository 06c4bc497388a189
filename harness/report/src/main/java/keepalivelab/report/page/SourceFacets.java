package keepalivelab.report.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import keepalivelab.report.chart.LegendEntry;
import keepalivelab.report.chart.Look;

/**
 * Cells sorted into panels, one per place of the matrix, so that what is to be compared shares a panel: each source has the
 * same look in all of them.
 *
 * @param sources in the order of their looks
 * @param facets title of the panel → its cells
 */
record SourceFacets(List<String> sources, Map<String, List<ShownCell>> facets) {
    static SourceFacets of(CellGrid grid, List<ShownCell> cells) {
        List<String> sources = grid.sources();
        Map<String, List<ShownCell>> facets = new LinkedHashMap<>();
        for (ShownCell cell : cells) {
            // With more sources than looks, lines of one panel could not be told apart: each source has its own.
            String name = sources.size() > Look.SERIES || sources.size() == 1 ? cell.name() : cell.place();
            facets.computeIfAbsent(name, n -> new ArrayList<>()).add(cell);
        }
        return new SourceFacets(sources, facets);
    }

    Look look(ShownCell cell) {
        return Look.of(Math.max(0, sources.indexOf(cell.source())));
    }

    /** What the looks mean; empty where each panel has one source. */
    List<LegendEntry> legend(BiFunction<Look, String, LegendEntry> entry) {
        if (sources.size() < 2 || sources.size() > Look.SERIES) {
            return List.of();
        }
        List<LegendEntry> legend = new ArrayList<>();
        for (int i = 0; i < sources.size(); i++) {
            legend.add(entry.apply(Look.of(i), sources.get(i)));
        }
        return legend;
    }
}
