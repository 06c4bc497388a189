package keepalivelab.proxies.embedded;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** What stealing workers share: the selector, which one of them polls at a time, and the list of those who wait. */
final class StealingPool {
    /** Takes new connections. */
    interface Acceptor {
        void accept(Counters counters);
    }

    private final Selector selector;
    private final Acceptor acceptor;
    private final ReentrantLock polling = new ReentrantLock();
    private final List<StealingWorker> workers = new CopyOnWriteArrayList<>();
    private final List<StealingWorker> waiting = new java.util.ArrayList<>();

    StealingPool(Selector selector, Acceptor acceptor) {
        this.selector = selector;
        this.acceptor = acceptor;
    }

    StealingWorker add(String name) {
        StealingWorker worker = new StealingWorker(name, this);
        workers.add(worker);
        return worker;
    }

    /**
     * Polls, unless another worker does.
     *
     * @param wait whether to wait until something is ready
     * @return whether this worker polled
     */
    boolean poll(StealingWorker worker, boolean wait) throws IOException {
        if (!polling.tryLock()) {
            return false;
        }
        try {
            // In the kernel's order, which is fair. The set of selected keys has the order of their hashes, the
            // same one every time: some connections would always be served last.
            if (wait) {
                selector.select(key -> ready(key, worker));
            } else {
                selector.selectNow(key -> ready(key, worker));
            }
        } finally {
            polling.unlock();
        }
        return true;
    }

    private void ready(SelectionKey key, StealingWorker worker) {
        if (!(key.attachment() instanceof StealingTask task)) {
            acceptor.accept(worker.counters());
        } else if (key.isValid() && task.schedule()) {
            worker.push(task);
        }
    }

    /** Makes a poll begin anew. */
    void wakePoll() {
        if (polling.isLocked()) {
            selector.wakeup();
        }
    }

    /** Something to do of another worker's, or null. */
    @Nullable
    StealingTask steal(StealingWorker thief) {
        for (StealingWorker victim : workers) {
            StealingTask task = victim == thief ? null : victim.giveUp();
            if (task != null) {
                return task;
            }
        }
        return null;
    }

    /** Enters the list of those who wait to be woken. */
    void await(StealingWorker worker) {
        synchronized (waiting) {
            waiting.add(worker);
        }
    }

    void leave(StealingWorker worker) {
        synchronized (waiting) {
            waiting.remove(worker);
        }
    }

    /** Wakes one who waits, the last who came. */
    void wakeOne() {
        StealingWorker woken;
        synchronized (waiting) {
            woken = waiting.isEmpty() ? null : waiting.remove(waiting.size() - 1);
        }
        if (woken != null) {
            woken.unpark();
        }
    }
}
