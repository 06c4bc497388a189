package keepalivelab.app;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import keepalivelab.api.ProxyDriver;

/** What a test does where a real proxy is not installed. */
final class Proxies {
    private static final String PROPERTY = "keepalivelab.missingProxy";

    private Proxies() {}

    /** Skips the test without that proxy, or fails it where the system property {@value #PROPERTY} is {@code fail}. */
    static void require(String driver) {
        boolean found = !ProxyDriver.of(driver).installations().isEmpty();
        if (!found && "fail".equals(System.getProperty(PROPERTY))) {
            throw new AssertionError(driver + " is not on this machine, and -D" + PROPERTY + "=fail requires it");
        }
        assumeTrue(found, driver + " is not on this machine");
    }
}
