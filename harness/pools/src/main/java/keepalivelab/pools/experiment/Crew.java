package keepalivelab.pools.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;

/** Threads that do the same thing to one pool, numbered from 0. */
final class Crew {
    /** Turns of a thread that spins until others run too: a millisecond or so. */
    private static final int SPINS = 20_000;

    private final int runnableAtOnce;
    private final CountDownLatch ready;
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicReference<RuntimeException> failure = new AtomicReference<>();
    private final List<Thread> threads = new ArrayList<>();

    private Crew(int size) {
        this.ready = new CountDownLatch(size);
        this.runnableAtOnce = Math.min(size, Runtime.getRuntime().availableProcessors());
    }

    /** One thread after the other, each ended before the next begins. */
    static void inTurn(int threads, IntConsumer task) {
        for (int number = 0; number < threads; number++) {
            Crew alone = new Crew(1);
            alone.start(number, nobody -> {}, task);
            alone.join();
        }
    }

    /** All at once: only when every thread has done {@code before} does any do {@code task}. All ended when this returns. */
    static void together(int threads, IntConsumer before, IntConsumer task) {
        Crew crew = new Crew(threads);
        for (int number = 0; number < threads; number++) {
            crew.start(number, before, task);
        }
        crew.join();
    }

    private void start(int number, IntConsumer before, IntConsumer task) {
        Thread thread = new Thread(() -> work(number, before, task), "pool-experiment-" + number);
        threads.add(thread);
        thread.start();
    }

    private void work(int number, IntConsumer before, IntConsumer task) {
        try {
            try {
                before.accept(number);
            } finally {
                ready.countDown();
            }
            awaitAll();
            task.accept(number);
        } catch (RuntimeException e) {
            failure.compareAndSet(null, e);
        } catch (InterruptedException e) {
            failure.compareAndSet(null, new IllegalStateException("interrupted before the start", e));
        }
    }

    /**
     * Then spins until as many threads are awake as there are cores: threads woken one by one hardly overlap in a task of
     * a microsecond. No condition of the experiment, so it gives up after a while.
     */
    private void awaitAll() throws InterruptedException {
        ready.await();
        running.incrementAndGet();
        for (int turn = 0; turn < SPINS && running.get() < runnableAtOnce; turn++) {
            Thread.onSpinWait();
        }
    }

    private void join() {
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a pool experiment ran", e);
        }
        RuntimeException failed = failure.get();
        if (failed != null) {
            throw failed;
        }
    }
}
