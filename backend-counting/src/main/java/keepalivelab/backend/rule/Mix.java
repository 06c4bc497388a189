package keepalivelab.backend.rule;

/** Pseudo-random numbers that depend on nothing but their arguments, so that order and threads do not matter. */
public final class Mix {
    private Mix() {}

    /** A number between 0 and 1 from a seed and two positions (finalizer of SplitMix64, Steele et al. 2014). */
    public static double unit(long seed, int first, int second) {
        long z = seed + 0x9e3779b97f4a7c15L * (((long) first << 32 | second) + 1);
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return ((z ^ (z >>> 31)) >>> 11) * 0x1.0p-53;
    }
}
