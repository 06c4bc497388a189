package keepalivelab.api;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;

/** The version that the build wrote beside a class, as {@code version.properties}: known without loading what has it. */
public final class VersionFile {
    private VersionFile() {}

    /** The version beside {@code owner}; empty text where the file says none. */
    public static String beside(Class<?> owner) {
        Properties properties = new Properties();
        try (InputStream in = Objects.requireNonNull(owner.getResourceAsStream("version.properties"))) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version", "");
    }
}
