package keepalivelab.app.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import keepalivelab.app.Home;

/** Version of this tool, and the commit of the checkout it runs from. */
public final class ToolVersion {
    /** The version in the pom; a test keeps the two equal. */
    public static final String VERSION = "0.1.0-SNAPSHOT";

    private static final int SHORT = 12;

    private ToolVersion() {}

    /** The checked-out commit, shortened; {@code unknown} outside a checkout. Read from git's own files. */
    public static String commit() {
        try {
            Path git = Home.path().resolve(".git");
            String head = Files.readString(git.resolve("HEAD")).trim();
            if (!head.startsWith("ref: ")) {
                return shortened(head);
            }
            return shortened(Files.readString(git.resolve(head.substring(5))).trim());
        } catch (IOException | RuntimeException outsideACheckout) {
            return "unknown";
        }
    }

    private static String shortened(String commit) {
        return commit.length() > SHORT ? commit.substring(0, SHORT) : commit;
    }
}
