package keepalivelab.backend.rule;

/** Why a connection was closed. */
public enum CloseCause {
    /** It is open. */
    NONE,
    /** An idle or age limit passed. */
    TIMER,
    /** A rule about this very request. */
    RULE,
    /** A number of exchanges was reached, unannounced. */
    LIMIT,
    /** The last response had said {@code Connection: close} by a rule. */
    ANNOUNCED,
    /** The peer closed, or had asked for it: {@code Connection: close}, or HTTP/1.0 without {@code keep-alive}. */
    PEER,
    /** The peer sent something that is no HTTP/1.x request. */
    MALFORMED,
    /** The backend was told to close its connections, or stopped. */
    STOP
}
