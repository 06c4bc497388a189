package keepalivelab.app.run;

import java.util.SplittableRandom;
import java.util.concurrent.Phaser;

/**
 * How the two sides of a round share the machine, each on its own thread: stage by stage, both at once or in turn. A side that
 * has left is not waited for. Thread-safe.
 */
abstract sealed class Pace {
    /** Waits until this side may do its next stage. */
    abstract void begin(int side);

    /** This side has done its stage. */
    abstract void end(int side);

    /** This side does no further stage. */
    abstract void leave(int side);

    /** Both sides begin each stage together. */
    static Pace together() {
        return new Together();
    }

    /** One side after the other, who is first drawn anew for every stage. */
    static Pace inTurn(long seed) {
        return new InTurn(seed);
    }

    private static final class Together extends Pace {
        private final Phaser sides = new Phaser(2);

        @Override
        void begin(int side) {
            sides.arriveAndAwaitAdvance();
        }

        @Override
        void end(int side) {
            // The other side is in the same stage.
        }

        @Override
        void leave(int side) {
            sides.arriveAndDeregister();
        }
    }

    private static final class InTurn extends Pace {
        private final SplittableRandom random;
        private final boolean[] left = new boolean[2];
        private final int[] done = new int[2];
        private int drawnFor;
        private int first;

        InTurn(long seed) {
            random = new SplittableRandom(seed);
            first = random.nextInt(2);
        }

        @Override
        synchronized void begin(int side) {
            try {
                while (!mayBegin(side)) {
                    wait();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private boolean mayBegin(int side) {
            int other = 1 - side;
            if (left[other]) {
                return true;
            }
            int stage = done[side];
            if (stage > drawnFor && done[other] >= stage) {
                drawnFor = stage;
                first = random.nextInt(2);
            }
            boolean caughtUp = stage == drawnFor && done[other] >= stage;
            return caughtUp && (side == first || done[other] > stage);
        }

        @Override
        synchronized void end(int side) {
            done[side]++;
            notifyAll();
        }

        @Override
        synchronized void leave(int side) {
            left[side] = true;
            notifyAll();
        }
    }
}
