package keepalivelab.bench.cpu;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** CPU time of a process and all its threads, from {@code /proc/<pid>/stat}, in steps of the kernel's tick (10 ms). */
final class ProcessCpu {
    private static final int USER_TICKS = 11;
    private static final int SYSTEM_TICKS = 12;
    private static final double SECONDS_PER_TICK = 0.01;

    private ProcessCpu() {}

    /** Seconds of user and system time so far. */
    static double seconds(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            // The command's name stands in parentheses and may hold anything; the fields after it are numbers.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return (Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[SYSTEM_TICKS])) * SECONDS_PER_TICK;
        } catch (IOException e) {
            throw new UncheckedIOException("process " + pid + " is gone", e);
        }
    }
}
