package keepalivelab.api;

/** Why a pool let go of an idle connection by itself. */
public enum EvictionCause {
    /** There was no room: the pool chose this connection to leave. */
    FULL,
    /** The pool keeps nothing at all. */
    DISABLED,
    /** The pool removed another entry and lost this one with it: a defect that some pools are modelled to have. */
    LOST
}
