package keepalivelab.api;

/**
 * What a proxy does by itself with a request whose reused upstream connection ends after the request was sent and before a
 * byte of the answer came.
 *
 * @param retryRule the value of the knob {@link Knob#RETRY_RULE} that describes which requests it sends once more
 * @param onFirstRequest what a client gets for a request that is not sent again and is the first of its connection: a
 *     status, e.g. {@code 502}, or the {@linkplain Outcome#key() outcome}, e.g. {@code closedWithoutByte}
 * @param onLaterRequest the same for a later request of a client's connection
 */
public record EarlyClose(String retryRule, String onFirstRequest, String onLaterRequest) {
    public EarlyClose {
        Knob.RETRY_RULE.check(retryRule);
    }

    /** One that answers both alike. */
    public static EarlyClose of(String retryRule, String answer) {
        return new EarlyClose(retryRule, answer, answer);
    }
}
