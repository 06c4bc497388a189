package keepalivelab.report;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The proxy of a cell, as it really was.
 *
 * @param label its name in tables
 * @param driver id of the driver
 * @param variant of the driver, e.g. the pool; null for none
 * @param version of the proxy; empty where there is none to know
 * @param configSha256 of the native configuration, lower-case hexadecimal; null where we wrote none
 */
public record MeasuredArm(
        String label,
        String driver,
        @Nullable String variant,
        String version,
        @Nullable String configSha256) {
    public MeasuredArm {
        Objects.requireNonNull(label, "label");
        Objects.requireNonNull(driver, "driver");
        Objects.requireNonNull(version, "version");
    }
}
