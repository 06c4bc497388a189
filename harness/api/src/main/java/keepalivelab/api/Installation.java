package keepalivelab.api;

/**
 * A proxy that was found.
 *
 * @param driver the driver's id
 * @param version e.g. {@code 1.22.1}; empty where there is none to know (an address)
 * @param location path of the binary, or address
 * @param origin where it came from, for people: {@code system path}, {@code installed by run-scenario}, {@code given}
 */
public record Installation(String driver, String version, String location, String origin) {}
