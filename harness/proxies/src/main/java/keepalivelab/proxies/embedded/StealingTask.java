package keepalivelab.proxies.embedded;

import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The work that one readable connection is. Thread-safe. The socket stays armed in the selector while the work is queued or
 * done, because by the time anybody polls again its bytes have mostly been read, and to arm it anew for each request would
 * cost a wake-up. If it is reported all the same, it is disarmed until it was served, so that no poll spins on it.
 */
final class StealingTask {
    private final SharedLink link;
    private @Nullable SelectionKey key;
    private boolean scheduled;
    private boolean disarmed;

    StealingTask(SharedLink link) {
        this.link = link;
    }

    /** Tells it its selection key, once, before the next poll. */
    synchronized void watch(SelectionKey watched) {
        key = watched;
    }

    /** The poll reports it. Returns whether the caller must queue it, because nobody has. */
    synchronized boolean schedule() {
        if (scheduled) {
            disarmed = true;
            arm(0);
            return false;
        }
        scheduled = true;
        return true;
    }

    private void arm(int operations) {
        try {
            Objects.requireNonNull(key).interestOps(operations);
        } catch (CancelledKeyException closed) {
            // Whoever served it closed it at this moment; there is nothing left to watch.
        }
    }

    /** Serves it. Returns whether a waiting poll must be woken to see that it is armed again. */
    boolean run(SharedLink.Room room, AnswerServer server) {
        boolean lives = link.serve(room, server);
        return done(lives);
    }

    private synchronized boolean done(boolean lives) {
        scheduled = false;
        boolean rearm = disarmed && lives;
        disarmed = false;
        if (rearm) {
            arm(SelectionKey.OP_READ);
        }
        // A closed channel leaves the selector with the next poll, which somebody must begin.
        return rearm || !lives;
    }
}
