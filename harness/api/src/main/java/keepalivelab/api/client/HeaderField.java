package keepalivelab.api.client;

/**
 * One line of an HTTP header.
 *
 * @param name as it was written
 * @param value without surrounding white space
 */
public record HeaderField(String name, String value) {
    /** Whether it has that name, ignoring case. */
    public boolean is(String other) {
        return name.equalsIgnoreCase(other);
    }
}
