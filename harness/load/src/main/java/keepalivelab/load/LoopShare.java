package keepalivelab.load;

/**
 * Which of the numbered things belong to one of several loops. Immutable.
 *
 * @param loop of {@code loops}, from 0
 * @param loops how many share
 */
record LoopShare(int loop, int loops) {
    boolean has(int number) {
        return number % loops == loop;
    }

    /** How many of {@code count} things it has. */
    int of(int count) {
        return (count - loop + loops - 1) / loops;
    }
}
