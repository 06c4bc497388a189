package keepalivelab.backend;

import keepalivelab.backend.rule.CloseCause;

/** Who ended a connection first, how, and why. Immutable. */
public record CloseKind(Closer closer, How how, CloseCause cause) {
    /** Of a connection that is still open. */
    public static final CloseKind OPEN = new CloseKind(Closer.OPEN, How.NONE, CloseCause.NONE);

    /** Who closed first, as the backend saw it: a FIN of the peer that crossed ours counts as ours. */
    public enum Closer {
        OPEN,
        BACKEND,
        PEER
    }

    /** What went over the wire first. */
    public enum How {
        NONE,
        FIN,
        RST,
        /** The backend closed with unread bytes in its kernel, which answered with a reset. */
        DIRTY
    }
}
