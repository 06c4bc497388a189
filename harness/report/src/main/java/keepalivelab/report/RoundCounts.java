package keepalivelab.report;

/**
 * What one closed-loop pass counted.
 *
 * @param requests sent
 * @param notOk requests with another outcome than ok
 * @param accepts connections that the backend took
 * @param unusedAccepts accepts without an exchange
 * @param retired connections that ended because they reached the cap on requests
 * @param exchanges answered at the backend
 * @param reusedExchanges those on a used connection
 * @param duplicates executions beyond the first of a request
 * @param openAtEnd connections that were open at the backend after the drain
 * @param perSecond answers per second: the measured capacity of the closed loop
 */
public record RoundCounts(
        long requests,
        long notOk,
        long accepts,
        long unusedAccepts,
        long retired,
        long exchanges,
        long reusedExchanges,
        long duplicates,
        long openAtEnd,
        double perSecond) {
    public RoundCounts {
        if (requests < 0
                || notOk < 0
                || accepts < 0
                || unusedAccepts < 0
                || retired < 0
                || exchanges < 0
                || reusedExchanges < 0
                || duplicates < 0
                || openAtEnd < 0
                || !(perSecond >= 0)) {
            throw new IllegalArgumentException(
                    "a count is below 0: " + requests + " requests, " + accepts + " accepts");
        }
    }

    /** Accepts for every hundred requests; 0 where nothing was sent. */
    public double acceptsPer100() {
        return requests == 0 ? 0 : 100.0 * accepts / requests;
    }
}
