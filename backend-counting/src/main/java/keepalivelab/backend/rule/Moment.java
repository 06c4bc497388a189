package keepalivelab.backend.rule;

/** What a {@link Selector} may look at when a trigger happens. */
public interface Moment {
    /** Number of the connection, from 1 in order of accept. */
    int connection();

    /** Index of the exchange on that connection, from 0: the running one, or the one that has just ended. */
    int exchange();
}
