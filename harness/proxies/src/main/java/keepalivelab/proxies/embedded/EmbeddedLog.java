package keepalivelab.proxies.embedded;

/** Words that others look for in the log and in the proxy's own answers. */
final class EmbeddedLog {
    /** Begins the line that says that an upstream closed before a complete response head. */
    static final String EARLY_CLOSE = "upstream closed before response";
    /** Begins the line that says where the proxy listens. */
    static final String LISTENING = "listening ";
    /** Begins the line that says where the proxy's own routes are. */
    static final String CONTROL = "control ";
    /** Begins the line that says where a byte forwarder takes connections for its probe backend. */
    static final String WARM = "warm ";
    /** Begins the line of a proxy whose port is taken. */
    static final String PORT_TAKEN = "port taken: ";

    /** Begins the line that says that a worker ended by a defect. */
    static final String WORKER_FAILED = "worker failed: ";

    private EmbeddedLog() {}

    /** The header line by which the proxy's own answers name their process. */
    static String processLine(long pid) {
        return "X-Lab-Process: " + pid;
    }
}
