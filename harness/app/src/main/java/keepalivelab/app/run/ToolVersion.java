package keepalivelab.app.run;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import keepalivelab.api.EnvironmentException;
import keepalivelab.app.Home;
import keepalivelab.proxies.process.CommandOutput;

/** Version of this tool, and the commit of the checkout it runs from. */
public final class ToolVersion {
    /** The version in the pom; a test keeps the two equal. */
    public static final String VERSION = "0.1.0-SNAPSHOT";

    private static final String UNKNOWN = "unknown";
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final List<String> DESCRIBE =
            List.of("git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*");

    private ToolVersion() {}

    /** The checked-out commit, shortened, with {@code -dirty} where files differ from it; {@code unknown} without git. */
    public static String commit() {
        try {
            CommandOutput git = CommandOutput.of(DESCRIBE, Map.of(), Home.path(), LIMIT);
            return git.succeeded() && !git.lines().isEmpty() ? git.lines().get(0) : UNKNOWN;
        } catch (EnvironmentException withoutGit) {
            return UNKNOWN;
        }
    }
}
