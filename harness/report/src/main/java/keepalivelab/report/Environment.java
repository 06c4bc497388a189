package keepalivelab.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Where a run took place.
 *
 * @param kernel name and release of the operating system
 * @param cpuModel as the system calls it; {@code unknown} where it does not say
 * @param cores processors that this process may use
 * @param jdk vendor and version of the Java runtime
 * @param loadAverage over the last minute, at the start; below 0 where the system does not say
 * @param details further findings by name; empty for none
 */
public record Environment(
        String kernel, String cpuModel, int cores, String jdk, double loadAverage, Map<String, String> details) {
    /** Names of those details that must be the same for times of two runs to be comparable. */
    public static final List<String> OF_FINGERPRINT =
            List.of("cpuQuota", "jvmFlags", "container", "runnerImage", "clockSource", "openFiles", "portRange");

    public Environment {
        Objects.requireNonNull(kernel, "kernel");
        Objects.requireNonNull(cpuModel, "cpuModel");
        Objects.requireNonNull(jdk, "jdk");
        details = Frozen.byKey(details);
    }

    /** The same place with further findings; one of the same name takes the place of the earlier. */
    public Environment with(Map<String, String> more) {
        Map<String, String> all = new TreeMap<>(details);
        all.putAll(more);
        return new Environment(kernel, cpuModel, cores, jdk, loadAverage, all);
    }

    /** The machine this process runs on, now. */
    public static Environment here() {
        return new Environment(
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                cpuModel(Path.of("/proc/cpuinfo")),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("java.vendor") + " " + System.getProperty("java.version"),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
                Map.of());
    }

    static String cpuModel(Path cpuInfo) {
        try (Stream<String> lines = Files.lines(cpuInfo, StandardCharsets.ISO_8859_1)) {
            return lines.filter(l -> l.startsWith("model name") && l.contains(":"))
                    .map(l -> l.substring(l.indexOf(':') + 1).trim())
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException | UncheckedIOException e) {
            // Not Linux, or hidden by a sandbox: the figure is for the reader only.
            return "unknown";
        }
    }
}
