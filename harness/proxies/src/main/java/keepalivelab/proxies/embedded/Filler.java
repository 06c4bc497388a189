package keepalivelab.proxies.embedded;

import keepalivelab.wire.LoopTimer;

/**
 * The background task that tops a queue up: at once, then at every interval, one dial after the other until as many have
 * been tried as were missing when it began. Dials still under way at an interval's end make it skip that interval. Confined
 * to its worker's loop, {@link #start} excepted.
 *
 * <p>{@link Prewarming#CHECKED} ends a round at its first failure, and while the backend is down it dials once in
 * {@value #INTERVALS_PER_PROBE} intervals.
 */
final class Filler {
    static final int INTERVALS_PER_PROBE = 10;

    /** What is to be filled. */
    interface Target {
        /** How many sockets are missing now; 0 or less for none. */
        int missing();

        /** Begins one dial, whose end {@link Filler#ended} must be told, not during this call. */
        void dialAhead(Filler filler);
    }

    private final Worker worker;
    private final Target target;
    private final Prewarming prewarming;
    private final PassiveHealth health;
    private final long intervalNanos;
    private int left;
    private boolean dialling;
    private int intervalsDown;

    private final LoopTimer timer = new LoopTimer() {
        @Override
        protected void fire(long dueNanos, long actualNanos) {
            // From the due instant, so that no lateness adds up; a missed interval is not made up for.
            long next = dueNanos + intervalNanos;
            worker.loop().arm(this, next - actualNanos > 0 ? next : actualNanos + intervalNanos);
            interval();
        }
    };

    Filler(Worker worker, Target target, Prewarming prewarming, PassiveHealth health, long intervalNanos) {
        this.worker = worker;
        this.target = target;
        this.prewarming = prewarming;
        this.health = health;
        this.intervalNanos = intervalNanos;
    }

    Worker worker() {
        return worker;
    }

    /** From any thread. */
    void start() {
        worker.loop().execute(() -> worker.loop().arm(timer, worker.loop().nanos()));
    }

    /** A dial that it began has ended, well or not. */
    void ended() {
        dialling = false;
        if (prewarming == Prewarming.CHECKED && health.failuresInARow() > 0) {
            left = 0;
        }
        next();
    }

    private void interval() {
        if (!dialling) {
            left = Math.min(target.missing(), most());
            next();
        }
    }

    private int most() {
        if (prewarming == Prewarming.UNCHECKED || !health.isDown()) {
            intervalsDown = 0;
            return Integer.MAX_VALUE;
        }
        intervalsDown++;
        return intervalsDown % INTERVALS_PER_PROBE == 0 ? 1 : 0;
    }

    private void next() {
        if (left > 0) {
            left--;
            dialling = true;
            target.dialAhead(this);
        }
    }
}
