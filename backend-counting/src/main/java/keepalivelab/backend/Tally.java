package keepalivelab.backend;

import java.util.Optional;

/**
 * How often requests came with one combination of HTTP version and Connection header. Immutable.
 *
 * @param version {@code HTTP/1.0} or {@code HTTP/1.1}
 * @param connection the value as it was written; empty where there was no such header
 * @param count requests, foreign ones included
 */
public record Tally(String version, Optional<String> connection, long count) {
    /** Stands for the values beyond the first 64 distinct ones. */
    public static final String OTHERS = "(others)";
}
