package keepalivelab.backend.rule;

import java.util.List;

/** Which connections and exchanges a rule applies to. Immutable and without state: same moment, same answer. */
public sealed interface Selector {
    /** Whether the rule applies now. */
    boolean matches(Moment moment);

    /** Every time. */
    record Always() implements Selector {
        @Override
        public boolean matches(Moment moment) {
            return true;
        }
    }

    /**
     * The exchange of that index on its connection.
     *
     * @param k from 0
     */
    record Exchange(int k) implements Selector {
        public Exchange {
            atLeast(0, "k", k);
        }

        @Override
        public boolean matches(Moment moment) {
            return moment.exchange() == k;
        }
    }

    /**
     * Every nth exchange of a connection: indices n-1, 2n-1, ...
     *
     * @param n at least 1
     */
    record EveryExchange(int n) implements Selector {
        public EveryExchange {
            atLeast(1, "n", n);
        }

        @Override
        public boolean matches(Moment moment) {
            return moment.exchange() % n == n - 1;
        }
    }

    /**
     * One connection.
     *
     * @param number from 1 in order of accept
     */
    record Connection(int number) implements Selector {
        public Connection {
            atLeast(1, "number", number);
        }

        @Override
        public boolean matches(Moment moment) {
            return moment.connection() == number;
        }
    }

    /**
     * Every nth connection: numbers n, 2n, ...
     *
     * @param n at least 1
     */
    record EveryConnection(int n) implements Selector {
        public EveryConnection {
            atLeast(1, "n", n);
        }

        @Override
        public boolean matches(Moment moment) {
            return moment.connection() % n == 0;
        }
    }

    /**
     * A pseudo-random share of all exchanges, the same ones for the same seed.
     *
     * @param ratio 0 to 1
     */
    record Share(double ratio, long seed) implements Selector {
        public Share {
            if (!(ratio >= 0 && ratio <= 1)) {
                throw new IllegalArgumentException("ratio " + ratio + " is not between 0 and 1");
            }
        }

        @Override
        public boolean matches(Moment moment) {
            return ratio > 0 && Mix.unit(seed, moment.connection(), moment.exchange()) <= ratio;
        }
    }

    /**
     * All of them must match.
     *
     * @param parts empty matches every time
     */
    record All(List<Selector> parts) implements Selector {
        public All {
            parts = List.copyOf(parts);
        }

        @Override
        public boolean matches(Moment moment) {
            for (Selector part : parts) {
                if (!part.matches(moment)) {
                    return false;
                }
            }
            return true;
        }
    }

    private static void atLeast(int least, String name, int value) {
        if (value < least) {
            throw new IllegalArgumentException(name + " " + value + " is below " + least);
        }
    }
}
