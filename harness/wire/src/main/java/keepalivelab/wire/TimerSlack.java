package keepalivelab.wire;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Lowers the kernel's timer slack of the calling thread from 50 µs to 1 ns, without native code: Linux lets a thread write
 * its own {@code /proc/<tid>/timerslack_ns}. Threads made by it afterwards inherit the value.
 */
final class TimerSlack {
    private TimerSlack() {}

    /** Best effort: elsewhere than on Linux, or where it is forbidden, sleeps are some 50 µs less exact and nothing fails. */
    static void lower() {
        try {
            Path task = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName();
            Files.writeString(Path.of("/proc", task.toString(), "timerslack_ns"), "1");
        } catch (IOException | RuntimeException unavailable) {
            // Nothing depends on it: due and actual instants are recorded wherever time matters.
        }
    }
}
