package keepalivelab.app.selftest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import keepalivelab.api.EnvironmentException;

/** What disturbs the whole machine, or the generator, while a comparison runs. Closing ends it. */
final class Disturbance implements AutoCloseable {
    private final List<AutoCloseable> parts = new ArrayList<>();

    private Disturbance() {}

    /** Every core has one thread more that never rests. */
    static Disturbance burningCores() {
        Disturbance disturbance = new Disturbance();
        for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
            Thread burner = new Thread(
                    () -> {
                        while (!Thread.currentThread().isInterrupted()) {
                            Thread.onSpinWait();
                        }
                    },
                    "burner-" + i);
            burner.setDaemon(true);
            burner.start();
            disturbance.parts.add(burner::interrupt);
        }
        return disturbance;
    }

    /** This whole process stands still for 0.2 s, again and again, as on a machine that is paused. */
    static Disturbance pauses() {
        long pid = ProcessHandle.current().pid();
        String script =
                "while kill -STOP " + pid + " 2>/dev/null; do sleep 0.2; kill -CONT " + pid + "; sleep 0.8; done";
        try {
            Process pauser = new ProcessBuilder("sh", "-c", script)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            Disturbance disturbance = new Disturbance();
            // It can be ended while this process runs only, so never between STOP and CONT.
            disturbance.parts.add(pauser::destroyForcibly);
            return disturbance;
        } catch (IOException e) {
            throw new EnvironmentException("cannot start a shell that pauses this process: " + e.getMessage());
        }
    }

    @Override
    public void close() {
        for (AutoCloseable part : parts) {
            try {
                part.close();
            } catch (Exception e) {
                throw new IllegalStateException("a disturbance does not end", e);
            }
        }
    }
}
