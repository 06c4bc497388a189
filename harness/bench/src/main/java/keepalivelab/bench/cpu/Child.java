package keepalivelab.bench.cpu;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A process of a comparison, pinned to one core; ours answer one line to each line they are told. */
final class Child implements AutoCloseable {
    private static final List<String> JVM_FLAGS = List.of("-XX:+UseSerialGC", "-Xms256m", "-Xmx256m");

    private final Process process;
    private final PrintWriter in;
    private final BufferedReader out;

    private Child(Process process) {
        this.process = process;
        this.in = new PrintWriter(process.getOutputStream(), true, StandardCharsets.UTF_8);
        this.out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Starts one of our own mains in a JVM of its own. */
    static Child java(int core, Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java"));
        command.addAll(JVM_FLAGS);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        return start(core, Path.of("").toAbsolutePath(), command);
    }

    static Child start(int core, Path directory, List<String> command) throws IOException {
        List<String> pinned = new ArrayList<>(List.of("taskset", "-c", Integer.toString(core)));
        pinned.addAll(command);
        return new Child(new ProcessBuilder(pinned)
                .directory(directory.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    long pid() {
        return process.pid();
    }

    /** Says a line and waits for the answer. */
    String ask(String line) throws IOException {
        in.println(line);
        return next();
    }

    String next() throws IOException {
        String line = out.readLine();
        if (line == null) {
            throw new IOException(
                    "a child has ended: " + process.info().commandLine().orElse("?"));
        }
        return line;
    }

    @Override
    public void close() {
        in.close();
        process.destroy();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
