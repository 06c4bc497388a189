package keepalivelab.api;

/**
 * How one request ended, as the load generator saw it. Every request that was sent has exactly one, or is counted as in
 * flight at the end.
 */
public enum Outcome {
    /** A complete response with a 2xx status. */
    OK("ok"),
    /** A complete response with a 3xx status. */
    STATUS_3XX("status3xx"),
    /** A complete response with a 4xx status. */
    STATUS_4XX("status4xx"),
    /** A complete response with a 5xx status. */
    STATUS_5XX("status5xx"),
    /** The peer closed in order (FIN) before the first byte of a response: what a client may mistake for a lost race. */
    CLOSED_WITHOUT_BYTE("closedWithoutByte"),
    /** A reset (RST) before the response was complete. */
    RESET("reset"),
    /** The peer closed in order after some, but not all, bytes of the response. */
    TRUNCATED("truncated"),
    /** No complete response within the request's limit. */
    TIMEOUT("timeout"),
    /** The connection for this request could not be opened. */
    REFUSED("refused"),
    /** Bytes arrived that are no HTTP/1.x response. */
    MALFORMED("malformed");

    private static final Outcome[] BY_STATUS_CLASS = {OK, STATUS_3XX, STATUS_4XX, STATUS_5XX};

    private final String key;

    Outcome(String key) {
        this.key = key;
    }

    /** The name of this outcome in result files. */
    public String key() {
        return key;
    }

    /**
     * The outcome of a complete response.
     *
     * @param status 200 to 599; anything else is {@link #MALFORMED} (an interim status never ends a request)
     */
    public static Outcome ofStatus(int status) {
        return status < 200 || status > 599 ? MALFORMED : BY_STATUS_CLASS[status / 100 - 2];
    }
}
