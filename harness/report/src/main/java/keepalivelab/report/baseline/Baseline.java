package keepalivelab.report.baseline;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import keepalivelab.report.Frozen;
import org.jspecify.annotations.Nullable;

/**
 * The counts of a scenario on an arm that every machine gives: what a gate compares with. Only cells whose counts are fixed,
 * or explained by the run's own ledger, are in it.
 *
 * @param schemaVersion version of the file's form, {@code major.minor}
 * @param scenario its id
 * @param measures section of the scenario → digest of what it says: what the counts depend on
 * @param params parameters of the run: texts, truths and numbers
 * @param arm for which proxies it speaks
 * @param reason why these are the counts, in the words of whoever wrote them
 * @param cells in the order of the matrix
 */
public record Baseline(
        String schemaVersion,
        String scenario,
        Map<String, String> measures,
        Map<String, Object> params,
        OfArm arm,
        String reason,
        List<BaselineCell> cells) {
    /** The form that this class writes. */
    public static final String SCHEMA_VERSION = "1.0";

    public Baseline {
        Objects.requireNonNull(schemaVersion, "schemaVersion");
        Objects.requireNonNull(scenario, "scenario");
        measures = Frozen.inOrder(Objects.requireNonNull(measures, "measures"));
        params = Frozen.inOrder(Objects.requireNonNull(params, "params"));
        Objects.requireNonNull(arm, "arm");
        Objects.requireNonNull(reason, "reason");
        cells = List.copyOf(Objects.requireNonNull(cells, "cells"));
    }

    /** The same counts for another reason. */
    public Baseline because(String other) {
        return new Baseline(schemaVersion, scenario, measures, params, arm, other, cells);
    }

    /** The cell with exactly these values. */
    public Optional<BaselineCell> cell(Map<String, Object> axes) {
        return cells.stream().filter(cell -> cell.axes().equals(axes)).findFirst();
    }

    /**
     * For which proxies a baseline speaks.
     *
     * @param driver id of the driver
     * @param variant of the driver; null for its default
     * @param versions of the proxy
     */
    public record OfArm(String driver, @Nullable String variant, Versions versions) {
        public OfArm {
            Objects.requireNonNull(driver, "driver");
            Objects.requireNonNull(versions, "versions");
        }

        /** Whether it speaks for this proxy. */
        public boolean includes(String otherDriver, @Nullable String otherVariant, String version) {
            return driver.equals(otherDriver) && Objects.equals(variant, otherVariant) && versions.include(version);
        }

        /** The file's name: {@code embedded-lifo.json}, {@code nginx-1.22.json}. */
        public String fileName() {
            String prefix = versions.prefix();
            return driver + (variant == null ? "" : "-" + variant) + (prefix.isEmpty() ? "" : "-" + prefix) + ".json";
        }
    }
}
