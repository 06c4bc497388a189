package keepalivelab.app.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import keepalivelab.api.Ticker;

/**
 * CPU time used up to a moment, by the whole machine and by the harness and one proxy. Linux; elsewhere it tells nothing.
 * Immutable.
 *
 * @param atNanos the moment
 * @param machineNanos all processes, in steps of 10 ms
 * @param oursNanos this process and the proxy's first process
 */
record CpuReading(long atNanos, OptionalLong machineNanos, long oursNanos) {
    /** The kernel reports to programs in hundredths of a second, whatever its own clock does. */
    private static final long TICK_NANOS = 10_000_000;
    /** user, nice, system, idle, iowait, irq, softirq, steal: see proc(5). */
    private static final int[] BUSY = {1, 2, 3, 6, 7, 8};

    static CpuReading now(OptionalLong proxyPid) {
        long ours = used(ProcessHandle.current().pid());
        if (proxyPid.isPresent()) {
            ours += used(proxyPid.getAsLong());
        }
        return new CpuReading(Ticker.SYSTEM.nanos(), machine(), ours);
    }

    private static long used(long pid) {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().totalCpuDuration())
                .map(Duration::toNanos)
                .orElse(0L);
    }

    private static OptionalLong machine() {
        try {
            return busy(Files.readAllLines(Path.of("/proc/stat")).get(0));
        } catch (IOException unknown) {
            return OptionalLong.empty();
        }
    }

    /** Busy time out of the line of {@code /proc/stat} that begins with {@code cpu}. */
    static OptionalLong busy(String line) {
        String[] words = line.trim().split("\\s+", -1);
        if (words.length <= BUSY[BUSY.length - 1] || !words[0].equals("cpu")) {
            return OptionalLong.empty();
        }
        long ticks = 0;
        for (int column : BUSY) {
            ticks += Long.parseLong(words[column]);
        }
        return OptionalLong.of(ticks * TICK_NANOS);
    }

    /** How many cores other processes kept busy since then, to a hundredth; empty where that is not known. */
    OptionalDouble othersSince(CpuReading then) {
        long elapsedNanos = atNanos - then.atNanos;
        if (machineNanos.isEmpty() || then.machineNanos.isEmpty() || elapsedNanos <= 0) {
            return OptionalDouble.empty();
        }
        long others = machineNanos.getAsLong() - then.machineNanos.getAsLong() - (oursNanos - then.oursNanos);
        return OptionalDouble.of(Math.round(100.0 * Math.max(0, others) / elapsedNanos) / 100.0);
    }
}
