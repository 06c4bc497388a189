package keepalivelab.proxies.embedded;

import java.util.Arrays;

/**
 * Which requests are sent once more, on a new connection, after a pooled connection ended before the first byte of a
 * response. A fresh connection's failure is never retried, nor a request with more than {@value #MAX_BODY_BYTES} body bytes.
 */
enum RetryRule {
    NONE("none"),
    /** GET, HEAD, OPTIONS, TRACE, PUT and DELETE (RFC 9110, section 9.2.2); what pingora 0.9.0 does. */
    IDEMPOTENT_ON_REUSED("idempotent-on-reused"),
    /** Every method, and so a request may be executed twice; what pingora 0.8.0 does. */
    ANY_ON_REUSED("any-within-64KiB-on-reused");

    /** Body bytes that are kept for a retry. */
    static final int MAX_BODY_BYTES = 64 * 1024;

    private final String key;

    RetryRule(String key) {
        this.key = key;
    }

    static RetryRule of(String key) {
        return Arrays.stream(values())
                .filter(rule -> rule.key.equals(key))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no retry rule '" + key + "'"));
    }

    boolean allows(String method) {
        return switch (this) {
            case NONE -> false;
            case ANY_ON_REUSED -> true;
            case IDEMPOTENT_ON_REUSED ->
                switch (method) {
                    case "GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE" -> true;
                    default -> false;
                };
        };
    }
}
