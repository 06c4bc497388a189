package keepalivelab.app.run;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import keepalivelab.api.Installation;
import keepalivelab.api.ProxyDriver;
import keepalivelab.wire.EventLoop;
import keepalivelab.wire.LoopTimer;

/** Looks at the machine before it is trusted with a measurement. */
public final class Doctor {
    private static final long LOW_DESCRIPTORS = 4096;
    private static final long LOW_BACKLOG = 1024;
    private static final int TIMER_PROBES = 200;
    private static final long TIMER_STEP_NANOS = 10_000_000;

    private Doctor() {}

    /** How bad a finding is. */
    public enum Severity {
        FINE("ok"),
        WARNING("warning"),
        BLOCKER("blocker");

        private final String word;

        Severity(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    /**
     * One thing that was looked at.
     *
     * @param severity how bad
     * @param what was looked at
     * @param found what is there
     * @param remedy what to do; empty for nothing
     */
    public record Finding(Severity severity, String what, String found, String remedy) {}

    /**
     * Everything, in the order of a reader's interest. Takes some two seconds, most of it for the timers. The noise is no
     * part of it: see {@link NoiseProbe}.
     */
    public static List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        findings.add(fine("java", System.getProperty("java.vendor") + " " + System.getProperty("java.version")));
        findings.add(cores());
        MachineState.findings(findings);
        findings.add(load());
        findings.add(atLeast(
                "open files",
                MachineLimits.openFiles(),
                LOW_DESCRIPTORS,
                "raise it with 'ulimit -n 65536' before runs with many clients"));
        findings.add(atLeast(
                "accept backlog",
                MachineLimits.kernelSetting("net/core/somaxconn"),
                LOW_BACKLOG,
                "bursts of more connections than that are dropped by the kernel; set net.core.somaxconn"));
        findings.add(fine("outgoing ports", MachineLimits.ephemeralPorts()));
        findings.add(timers());
        proxies(findings);
        return List.copyOf(findings);
    }

    private static Finding cores() {
        int cores = Runtime.getRuntime().availableProcessors();
        return cores >= 2
                ? fine("cores", Integer.toString(cores))
                : new Finding(
                        Severity.WARNING,
                        "cores",
                        Integer.toString(cores),
                        "generator, backend and proxy share one: counts are right, times are not worth reading");
    }

    private static Finding load() {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        String found = load < 0 ? "unknown" : String.format(Locale.ROOT, "%.2f", load);
        return load > Runtime.getRuntime().availableProcessors() * 0.5
                ? new Finding(Severity.WARNING, "load average", found, "other work runs here: times will be spread")
                : fine("load average", found);
    }

    private static Finding atLeast(String what, OptionalLong value, long least, String remedy) {
        if (value.isEmpty()) {
            return fine(what, "unknown");
        }
        String found = Long.toString(value.getAsLong());
        return value.getAsLong() < least ? new Finding(Severity.WARNING, what, found, remedy) : fine(what, found);
    }

    /** How late exact timers fire here. */
    private static Finding timers() {
        long[] errors = timerErrorsNanos();
        Arrays.sort(errors);
        double p50 = errors[errors.length / 2] / 1e3;
        double p99 = errors[errors.length * 99 / 100] / 1e3;
        String found = String.format(Locale.ROOT, "late by %.0f us at p50, %.0f us at p99", p50, p99);
        return p50 > 100
                ? new Finding(Severity.WARNING, "timers", found, "races cannot be aimed better than that here")
                : fine("timers", found);
    }

    private static long[] timerErrorsNanos() {
        long[] errors = new long[TIMER_PROBES];
        CountDownLatch done = new CountDownLatch(TIMER_PROBES);
        try (EventLoop loop = EventLoop.start("doctor", EventLoop.Precision.EXACT)) {
            LoopTimer probe = new LoopTimer() {
                private int count;

                @Override
                protected void fire(long dueNanos, long actualNanos) {
                    errors[count++] = actualNanos - dueNanos;
                    if (count < TIMER_PROBES) {
                        loop.arm(this, actualNanos + TIMER_STEP_NANOS);
                    }
                    done.countDown();
                }
            };
            loop.execute(() -> loop.arm(probe, loop.nanos() + TIMER_STEP_NANOS));
            done.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return errors;
    }

    private static void proxies(List<Finding> findings) {
        for (ProxyDriver driver : ProxyDriver.all()) {
            List<Installation> found = driver.installations();
            String versions = String.join(
                    ", ",
                    found.stream()
                            .map(Installation::version)
                            .filter(v -> !v.isEmpty())
                            .toList());
            if (!versions.isEmpty()) {
                findings.add(fine("proxy " + driver.id(), versions));
            }
        }
    }

    static Finding warning(String what, String found, String remedy) {
        return new Finding(Severity.WARNING, what, found, remedy);
    }

    static Finding fine(String what, String found) {
        return new Finding(Severity.FINE, what, found, "");
    }
}
