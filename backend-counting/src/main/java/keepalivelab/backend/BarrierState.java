package keepalivelab.backend;

/**
 * The start barrier: answers are held until enough requests are in flight at once. Immutable.
 *
 * @param wanted requests that must be in flight at once; 0 where none was set
 * @param reached most that were in flight while it held
 * @param phase how far it came
 */
public record BarrierState(int wanted, int reached, Phase phase) {
    /** No barrier was set. */
    public static final BarrierState NONE = new BarrierState(0, 0, Phase.NONE);

    /** How far a barrier came. */
    public enum Phase {
        /** None was set. */
        NONE,
        /** Answers are being held. */
        HOLDING,
        /** Enough were in flight; answers were released. */
        MET,
        /** The limit passed before enough were in flight; answers were released anyway. */
        GAVE_UP
    }
}
