package keepalivelab.proxies.embedded;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How a JVM like this one is started for the proxy: the same class path, a test's included, so that a pool from there is
 * found; a fixed heap and the serial collector, so that nothing but the proxy's own work varies.
 *
 * @param words program and arguments
 * @param files files that the arguments refer to, by name; usually none
 */
public record ChildCommand(List<String> words, Map<String, String> files) {
    /** Linux refuses a single argument of 128 KiB; a class path above half of that goes into a file. */
    private static final int LONG_CLASS_PATH = 64 * 1024;

    private static final String ARGUMENT_FILE = "java.args";

    private static final List<String> OPTIONS =
            List.of("-Xms256m", "-Xmx256m", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-XX:+ExitOnOutOfMemoryError");

    static ChildCommand of(String configFile) {
        return of(configFile, System.getProperty("java.class.path", ""));
    }

    /**
     * One whose class path goes on with jars that this JVM has not.
     *
     * @param folder holds the jars; empty text for no more
     */
    public static ChildCommand withJars(String configFile, String folder) {
        String classPath = System.getProperty("java.class.path", "");
        return of(configFile, folder.isEmpty() ? classPath : classPath + File.pathSeparator + folder + "/*");
    }

    static ChildCommand of(String configFile, String classPath) {
        String absolute = absolute(classPath);
        List<String> words = new ArrayList<>();
        words.add(java().toString());
        words.addAll(OPTIONS);
        Map<String, String> files = Map.of();
        if (absolute.length() < LONG_CLASS_PATH) {
            words.add("-cp");
            words.add(absolute);
        } else {
            words.add("@" + ARGUMENT_FILE);
            files = Map.of(
                    ARGUMENT_FILE, "-cp \"" + absolute.replace("\\", "\\\\").replace("\"", "\\\"") + "\"\n");
        }
        words.add(EmbeddedMain.class.getName());
        words.add(configFile);
        return new ChildCommand(words, files);
    }

    /** The launcher of the JVM that runs this. */
    public static Path java() {
        return Path.of(System.getProperty("java.home"), "bin", "java");
    }

    /** The child's working directory is another one. */
    private static String absolute(String classPath) {
        return Arrays.stream(classPath.split(File.pathSeparator, -1))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }
}
