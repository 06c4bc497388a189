package keepalivelab.api;

/** A count of the backend's ledger that a proxy's own counter can stand beside. Foreign requests are counted in. */
public enum LedgerCount {
    /** Connections taken. */
    ACCEPTS("accepts"),
    /** Connections on which a request arrived. */
    USED_ACCEPTS("used accepts"),
    /** Requests that arrived, each attempt once, those that were never read included. */
    ARRIVALS("arrived requests"),
    /** Requests that arrived on a connection which had carried one before. */
    REUSES("requests on used connections");

    private final String words;

    LedgerCount(String words) {
        this.words = words;
    }

    /** Its name in results and notes. */
    public String words() {
        return words;
    }
}
