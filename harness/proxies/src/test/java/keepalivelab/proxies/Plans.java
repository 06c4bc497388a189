package keepalivelab.proxies;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import keepalivelab.api.Installation;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;
import keepalivelab.api.KnobStatus;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.Rendering;
import keepalivelab.proxies.process.FreePorts;

/** Plans for tests of what a driver renders: a proxy on port 8001 in front of a backend on 8002. */
public final class Plans {
    private Plans() {}

    /** Settings as an arm writes them: {@code knob=value}; those in {@code optional} may be left out. */
    public static ProxyPlan of(String driver, String version, Set<Knob> optional, String... settings) {
        Map<Knob, String> values = new HashMap<>();
        for (String setting : settings) {
            int equals = setting.indexOf('=');
            values.put(Knob.of(setting.substring(0, equals)), setting.substring(equals + 1));
        }
        return new ProxyPlan(
                new Installation(driver, version, "/opt/" + driver, "given"),
                Optional.empty(),
                new KnobSettings(values, optional),
                loopback(8001),
                loopback(8002),
                Optional.empty(),
                Path.of("/run/lab"));
    }

    private static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(FreePorts.loopback().getAddress(), port);
    }

    /** The lines of a file without indentation and comments. */
    public static List<String> lines(Rendering rendering, String file) {
        return Objects.requireNonNull(rendering.files().get(file))
                .lines()
                .map(String::strip)
                .filter(line -> !line.startsWith("#"))
                .toList();
    }

    /** What became of a knob that was set. */
    public static KnobStatus status(Rendering rendering, Knob knob) {
        return Objects.requireNonNull(rendering.knobs().get(knob));
    }
}
