package keepalivelab.proxies.embedded;

/** Words of the log that others look for. */
final class EmbeddedLog {
    /** Begins the line that says that an upstream closed before a complete response head. */
    static final String EARLY_CLOSE = "upstream closed before response";
    /** Begins the line that says where the proxy listens. */
    static final String LISTENING = "listening ";
    /** Begins the line of a proxy whose port is taken. */
    static final String PORT_TAKEN = "port taken: ";

    private EmbeddedLog() {}
}
