package keepalivelab.proxies.embedded;

import java.io.IOException;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One thread of a stealing pool. Its turn: its own work, else another's, else polling, else waiting. A worker that has more
 * than one thing to do after a poll wakes another; so does one that has stolen, and so the last one woken finds nothing and
 * polls while the others work. Every 61 things done it looks at the selector in between, as tokio does.
 */
final class StealingWorker {
    private static final int POLL_INTERVAL = 61;

    private final StealingPool pool;
    private final Thread thread;
    private final Counters counters = new Counters();
    private final AnswerServer server;
    private final SharedLink.Room room = new SharedLink.Room();
    private final ConcurrentLinkedDeque<StealingTask> queue = new ConcurrentLinkedDeque<>();
    private volatile boolean stopping;
    private volatile @Nullable Throwable failure;
    private int done;

    StealingWorker(String name, StealingPool pool) {
        this.pool = pool;
        this.thread = new Thread(this::run, name);
        this.thread.setDaemon(true);
        this.server = new AnswerServer(name, counters);
    }

    void start() {
        thread.start();
    }

    Counters counters() {
        return counters;
    }

    @Nullable
    Throwable failure() {
        return failure;
    }

    /** Adds to its own queue. On its thread. */
    void push(StealingTask task) {
        queue.addLast(task);
    }

    /** Gives the oldest of its queue to a thief, or null. */
    @Nullable
    StealingTask giveUp() {
        return queue.pollFirst();
    }

    void unpark() {
        LockSupport.unpark(thread);
    }

    void stop() {
        stopping = true;
        pool.wakePoll();
        unpark();
    }

    void join() {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                // The poll may have begun after the first wake-up.
                stop();
                thread.join(20);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            while (!stopping) {
                turn();
            }
        } catch (Throwable e) {
            failure = e;
        }
    }

    private void turn() throws IOException {
        StealingTask task = queue.pollFirst();
        if (task == null) {
            task = pool.steal(this);
            if (task != null) {
                pool.wakeOne();
            }
        }
        if (task != null) {
            work(task);
        } else if (pool.poll(this, true)) {
            wakeAnotherIfMany();
        } else {
            park();
        }
    }

    private void work(StealingTask task) throws IOException {
        if (task.run(room, server)) {
            pool.wakePoll();
        }
        if (++done % POLL_INTERVAL == 0 && pool.poll(this, false)) {
            wakeAnotherIfMany();
        }
    }

    private void wakeAnotherIfMany() {
        if (queue.size() > 1) {
            pool.wakeOne();
        }
    }

    private void park() {
        pool.await(this);
        // Between the failed poll and here the polling worker may have left with work; then nobody would wake this one,
        // which is harmless: whoever has work polls again when it is done.
        LockSupport.park(this);
        pool.leave(this);
    }
}
