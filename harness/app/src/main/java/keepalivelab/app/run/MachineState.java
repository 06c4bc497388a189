package keepalivelab.app.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** What the system says about the processor's time: whose it is, and how fast it runs. Linux; elsewhere nothing is said. */
final class MachineState {
    private static final double MUCH_STEAL = 0.01;

    private MachineState() {}

    static void findings(List<Doctor.Finding> findings) {
        quota().ifPresent(findings::add);
        steal().ifPresent(findings::add);
        governor().ifPresent(findings::add);
        turbo().ifPresent(findings::add);
        timeWait().ifPresent(findings::add);
    }

    /** A quota of the control group: {@code cpu.max} holds quota and period in microseconds. */
    private static Optional<Doctor.Finding> quota() {
        return text("/sys/fs/cgroup/cpu.max")
                .map(line -> line.split(" ", -1))
                .filter(fields -> fields.length == 2 && !fields[0].equals("max"))
                .map(fields -> Double.parseDouble(fields[0]) / Double.parseDouble(fields[1]))
                .map(cores -> Doctor.warning(
                        "processor quota",
                        String.format(Locale.ROOT, "%.2f cores", cores),
                        "the kernel stops everything here when that is used up: give the container whole cores"));
    }

    /** Time that the hypervisor gave to others, since the system started. */
    private static Optional<Doctor.Finding> steal() {
        return text("/proc/stat").flatMap(all -> all.lines().findFirst()).map(MachineState::steal);
    }

    private static Doctor.Finding steal(String line) {
        String[] fields = line.trim().split("\\s+", -1);
        double all = 0;
        for (int i = 1; i < Math.min(fields.length, 9); i++) {
            all += Double.parseDouble(fields[i]);
        }
        double share = fields.length > 8 && all > 0 ? Double.parseDouble(fields[8]) / all : 0;
        String found = String.format(Locale.ROOT, "%.1f%% since start", 100 * share);
        return share > MUCH_STEAL
                ? Doctor.warning("steal", found, "other guests take this machine's time: compare side by side only")
                : Doctor.fine("steal", found);
    }

    private static Optional<Doctor.Finding> governor() {
        return text("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
                .map(word -> word.equals("performance")
                        ? Doctor.fine("governor", word)
                        : Doctor.warning(
                                "governor", word, "the clock follows the load: set the governor to performance"));
    }

    private static Optional<Doctor.Finding> turbo() {
        return text("/sys/devices/system/cpu/intel_pstate/no_turbo")
                .map(flag -> flag.equals("1")
                        ? Doctor.fine("turbo", "off")
                        : Doctor.warning(
                                "turbo", "on", "the clock depends on heat: switch turbo off to compare times"));
    }

    private static Optional<Doctor.Finding> timeWait() {
        OptionalLong reuse = MachineLimits.kernelSetting("net/ipv4/tcp_tw_reuse");
        return reuse.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        reuse.getAsLong() > 0
                                ? Doctor.fine("time-wait reuse", Long.toString(reuse.getAsLong()))
                                : Doctor.warning(
                                        "time-wait reuse",
                                        "0",
                                        "churn may run out of ports; set net.ipv4.tcp_tw_reuse to 1"));
    }

    private static Optional<String> text(String file) {
        try {
            return Optional.of(Files.readString(Path.of(file)).trim());
        } catch (IOException unknown) {
            return Optional.empty();
        }
    }
}
