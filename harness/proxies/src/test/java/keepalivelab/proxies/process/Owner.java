package keepalivelab.proxies.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A child JVM that holds a guarded process.
 *
 * @param jvm the child JVM
 * @param group the guarded process's group
 * @param guardPid the guard's process id
 */
public record Owner(Process jvm, ProcessGroup group, long guardPid) implements AutoCloseable {
    /** Starts a JVM that starts {@code command} under a guard, on a thread that has ended when this returns. */
    public static Owner of(Path directory, List<String> command) throws IOException {
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                OwnerMain.class.getName(),
                directory.toString()));
        line.addAll(command);
        Process jvm = new ProcessBuilder(line)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader lines = jvm.inputReader(StandardCharsets.UTF_8);
        String[] pids = lines.readLine().split(" ", 2);
        if (!"starter ended".equals(lines.readLine())) {
            throw new IOException("the child JVM ended early");
        }
        return new Owner(jvm, new ProcessGroup(Long.parseLong(pids[0])), Long.parseLong(pids[1]));
    }

    /** Kills the JVM as {@code kill -9} does and waits until it is gone. */
    public void kill() {
        jvm.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        Signal.KILL.sendToGroup(group.id());
        kill();
    }
}
