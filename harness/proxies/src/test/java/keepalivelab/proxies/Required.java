package keepalivelab.proxies;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Optional;

/** What a test does where a real proxy is not installed. */
public final class Required {
    private static final String PROPERTY = "keepalivelab.missingProxy";

    private Required() {}

    /** The proxy; the test is skipped without it, or fails where the system property {@value #PROPERTY} is {@code fail}. */
    public static <T> T proxy(Optional<T> found, String name) {
        boolean mayBeMissing = !"fail".equals(System.getProperty(PROPERTY));
        if (found.isEmpty() && !mayBeMissing) {
            throw new AssertionError(name + " is not on this machine, and -D" + PROPERTY + "=fail requires it");
        }
        assumeTrue(found.isPresent(), name + " is not on this machine");
        return found.orElseThrow();
    }
}
