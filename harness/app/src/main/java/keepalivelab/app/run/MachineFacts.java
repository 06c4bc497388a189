package keepalivelab.app.run;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What decides, beside processor and kernel, whether times of two runs can be compared. Linux; what is unknown elsewhere is
 * left out.
 */
final class MachineFacts {
    /** First numbers of a processor's line in {@code /proc/stat}; the rest is counted in these already. */
    private static final int OWN_FIELDS = 8;

    private static final int STEAL = 7;

    private MachineFacts() {}

    /** Name → finding, for the details of an environment. */
    static Map<String, String> found() {
        Map<String, String> facts = new TreeMap<>();
        cpuQuota(Path.of("/sys/fs/cgroup")).ifPresent(quota -> facts.put("cpuQuota", quota));
        facts.put("jvmFlags", jvmFlags(ManagementFactory.getRuntimeMXBean().getInputArguments().stream()));
        facts.put("container", inContainer() ? "yes" : "no");
        runnerImage(System.getenv()).ifPresent(image -> facts.put("runnerImage", image));
        text(Path.of("/sys/devices/system/clocksource/clocksource0/current_clocksource"))
                .ifPresent(source -> facts.put("clockSource", source));
        MachineLimits.openFiles().ifPresent(files -> facts.put("openFiles", Long.toString(files)));
        if (!MachineLimits.ephemeralPorts().isEmpty()) {
            facts.put("portRange", MachineLimits.ephemeralPorts());
        }
        return facts;
    }

    /** Cores that a control group allows, e.g. {@code 1.50}; {@code none} for no limit; empty where unknown. */
    static Optional<String> cpuQuota(Path group) {
        return text(group.resolve("cpu.max")).map(line -> {
            String[] parts = line.split(" ", -1);
            boolean limited = parts.length == 2 && parts[0].matches("\\d+") && parts[1].matches("[1-9]\\d*");
            return limited
                    ? String.format(Locale.ROOT, "%.2f", Double.parseDouble(parts[0]) / Double.parseDouble(parts[1]))
                    : "none";
        });
    }

    /** Options that change how the JVM runs; those that name a place on this machine, or only where it logs, do not. */
    static String jvmFlags(Stream<String> arguments) {
        return arguments
                .filter(flag -> flag.startsWith("-X") && !flag.startsWith("-Xlog") && !flag.startsWith("-Xshare"))
                .filter(flag -> !flag.contains("/"))
                .sorted()
                .collect(Collectors.joining(" "));
    }

    private static boolean inContainer() {
        return Files.exists(Path.of("/.dockerenv"))
                || Files.exists(Path.of("/run/.containerenv"))
                || text(Path.of("/proc/1/cgroup"))
                        .filter(groups -> groups.matches("(?s).*(docker|kubepods|lxc|containerd).*"))
                        .isPresent();
    }

    /** What the CI calls the image of its machine: name and version. */
    static Optional<String> runnerImage(Map<String, String> variables) {
        String name = variables.getOrDefault("ImageOS", "");
        String version = variables.getOrDefault("ImageVersion", "");
        return name.isEmpty() ? Optional.empty() : Optional.of((name + " " + version).trim());
    }

    /**
     * Processor time so far, of the whole machine.
     *
     * @param stolen by the hypervisor, in ticks
     * @param all in ticks
     */
    record Ticks(long stolen, long all) {
        /** Empty where the system does not say. */
        static Optional<Ticks> now() {
            return text(Path.of("/proc/stat")).flatMap(Ticks::of);
        }

        static Optional<Ticks> of(String stat) {
            String[] fields = stat.lines().findFirst().orElse("").trim().split("\\s+", -1);
            if (fields.length <= OWN_FIELDS || !fields[0].equals("cpu")) {
                return Optional.empty();
            }
            long all = 0;
            for (int i = 1; i <= OWN_FIELDS; i++) {
                all += Long.parseLong(fields[i]);
            }
            return Optional.of(new Ticks(Long.parseLong(fields[STEAL + 1]), all));
        }

        /** Share of the processors' time that was stolen since an earlier reading, 0 to 1. */
        double stolenSince(Ticks earlier) {
            return all <= earlier.all ? 0 : (double) (stolen - earlier.stolen) / (all - earlier.all);
        }
    }

    /** What is known at the end of a run only. */
    static Map<String, String> atEnd(@Nullable Ticks atStart) {
        Map<String, String> facts = new TreeMap<>();
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        if (load >= 0) {
            facts.put("loadAverageAtEnd", String.format(Locale.ROOT, "%.2f", load));
        }
        Optional<Ticks> now = Ticks.now();
        if (atStart != null && now.isPresent()) {
            double ratio = now.get().stolenSince(atStart);
            facts.put("stealRatio", String.format(Locale.ROOT, "%.4f", ratio));
        }
        return facts;
    }

    private static Optional<String> text(Path file) {
        try {
            return Optional.of(Files.readString(file).trim());
        } catch (IOException unknown) {
            return Optional.empty();
        }
    }
}
