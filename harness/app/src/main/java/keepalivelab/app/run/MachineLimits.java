package keepalivelab.app.run;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import keepalivelab.api.EnvironmentException;

/** Limits of this process and this machine that a run can hit. Linux; elsewhere everything is unknown. */
public final class MachineLimits {
    /** Descriptors of the harness itself: jars, logs, selectors, pipes to proxies. */
    private static final long OWN_DESCRIPTORS = 200;
    /** Per client: its connection, the backend's side of the proxy's connection, and the same once more in transition. */
    private static final long DESCRIPTORS_PER_CLIENT = 4;

    /** What to say when {@link #descriptorsRanOut}. */
    public static final String DESCRIPTORS_RAN_OUT =
            "file descriptors ran out in the middle of the run; raise the limit"
                    + " with 'ulimit -n' (see 'run-scenario doctor') or use fewer clients";

    private static final int MOST_BYTES = 4096;

    private MachineLimits() {}

    /** Whether a failure stems from a process that may open no further file or socket: EMFILE or ENFILE in the JDK's words. */
    public static boolean descriptorsRanOut(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof IOException
                    && String.valueOf(cause.getMessage()).contains("Too many open files")) {
                return true;
            }
        }
        return false;
    }

    /** Open files that this process may have; empty where unknown or unlimited. */
    public static OptionalLong openFiles() {
        try {
            return Files.readAllLines(Path.of("/proc/self/limits")).stream()
                    .filter(line -> line.startsWith("Max open files"))
                    .map(line -> line.trim().split("\\s+", -1)[3])
                    .filter(soft -> soft.matches("\\d+"))
                    .mapToLong(Long::parseLong)
                    .findFirst();
        } catch (IOException unknown) {
            return OptionalLong.empty();
        }
    }

    /** One number of a file under {@code /proc/sys}, e.g. {@code net/core/somaxconn}; empty where unknown. */
    public static OptionalLong kernelSetting(String path) {
        try {
            String text = systemText(Path.of("/proc/sys", path));
            return text.matches("\\d+") ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
        } catch (IOException unknown) {
            return OptionalLong.empty();
        }
    }

    /** The range of ports for outgoing connections, e.g. {@code 32768-60999}; empty text where unknown. */
    public static String ephemeralPorts() {
        try {
            return systemText(Path.of("/proc/sys/net/ipv4/ip_local_port_range")).replaceAll("\\s+", "-");
        } catch (IOException unknown) {
            return "";
        }
    }

    /** In one read: such files claim to be empty, and a second read of them may find nothing. */
    private static String systemText(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = new byte[MOST_BYTES];
            int length = in.read(bytes);
            return new String(bytes, 0, Math.max(0, length), StandardCharsets.US_ASCII).trim();
        }
    }

    /**
     * Refuses a load that would run out of descriptors half-way.
     *
     * @throws EnvironmentException with the remedy
     */
    public static void require(int clients) {
        long needed = OWN_DESCRIPTORS + clients * DESCRIPTORS_PER_CLIENT;
        OptionalLong limit = openFiles();
        if (limit.isPresent() && limit.getAsLong() < needed) {
            throw new EnvironmentException("too few file descriptors: " + clients + " clients need " + needed
                    + ", the limit is " + limit.getAsLong() + "; raise it with 'ulimit -n " + needed
                    + "' or use fewer clients");
        }
    }
}
