package keepalivelab.api;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Everything a driver needs to put one proxy in front of one backend for one cell.
 *
 * @param installation which proxy
 * @param variant driver-specific variant of the arm; empty for the default
 * @param knobs the cell's settings
 * @param listen where the proxy shall listen; loopback
 * @param upstream the counting backend
 * @param probe a second backend that is not measured, for ready and warm-up routes; empty where the run needs none
 * @param directory an existing, empty folder of this proxy alone; deleted or kept by the caller
 */
public record ProxyPlan(
        Installation installation,
        Optional<String> variant,
        KnobSettings knobs,
        InetSocketAddress listen,
        InetSocketAddress upstream,
        Optional<InetSocketAddress> probe,
        Path directory) {

    /**
     * For drivers that have no variants.
     *
     * @throws InputException if the arm names one
     */
    public void refuseVariant() {
        variant.ifPresent(named -> {
            String driver = installation.driver();
            String version = installation.version();
            throw new InputException(driver + ":" + named + ": " + driver + " has no variants"
                    + (version.isEmpty() ? "" : "; a version is written " + driver + "@" + version));
        });
    }
}
