package keepalivelab.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import keepalivelab.api.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * One thread that serves sockets and timers, in batches of two phases: first every ready socket is read (and stamped),
 * every queued task run and every due timer fired; then everything that was put for writing is written. So a write, which
 * costs some 5 µs in the kernel, never delays the stamp of an answer that waits behind it in the same batch.
 *
 * <p>Timers of an {@linkplain Precision#EXACT exact} loop: {@code select} until less than a millisecond is left, then
 * {@code selectNow} until due, because readiness would not wake a parked thread and {@code select} counts in milliseconds.
 *
 * <p>{@link #execute}, {@link #wakeUp} and {@link #close} are thread-safe; everything else is confined to the loop's thread.
 */
public final class EventLoop implements AutoCloseable {
    /** How late a timer may be. */
    public enum Precision {
        /** Microseconds; spins for the last millisecond before a timer. */
        EXACT,
        /** Up to two milliseconds late, never spins: for loops whose timers are only limits. */
        COARSE
    }

    /** What a selection key of this loop belongs to. */
    interface Selectable {
        void ready(int readyOps);

        /** The loop ends: close without notice. */
        void loopEnded();
    }

    static final int READ_BUFFER_BYTES = 64 * 1024;
    private static final int WRITE_BUFFER_BYTES = 16 * 1024;
    /** As many as one {@code epoll_wait} of the JDK reports: a batch that answers them all allocates nothing. */
    private static final int SPARE_WRITE_BUFFERS = 1024;

    private static final long SPIN_NANOS = 1_000_000;
    /** epoll's timeout has a slack of 0.1 % of itself; twice that is kept back and waited for in a second, short step. */
    private static final long SLACK_DIVISOR = 500;

    private static final long ENDED_CHECK_MILLIS = 50;

    final ByteBuffer readBuffer = ByteBuffer.allocateDirect(READ_BUFFER_BYTES);
    final byte[] readBytes = new byte[READ_BUFFER_BYTES];

    private final Selector selector;
    private final Thread thread;
    private final Precision precision;
    private final Ticker ticker = Ticker.SYSTEM;
    private final TimerHeap timers = new TimerHeap();
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Runnable batchEnd = EventLoop::nothing;
    /** False only while the loop may be waiting; so a task that arrives during a batch costs no system call. */
    private final AtomicBoolean awake = new AtomicBoolean(true);

    private final Consumer<SelectionKey> onReady = this::dispatch;
    private final ArrayDeque<ByteBuffer> spareWriteBuffers = new ArrayDeque<>();
    private final List<Connection> deregistrations = new ArrayList<>();
    private @Nullable Connection[] flushes = new Connection[64];
    private int flushCount;
    private volatile boolean closing;
    private volatile @Nullable Throwable failure;
    private boolean batchBegun;
    private long batchStartNanos;

    private EventLoop(String name, Precision precision) {
        try {
            this.selector = Selector.open();
        } catch (IOException e) {
            throw new UncheckedIOException("no selector", e);
        }
        this.precision = precision;
        this.thread = new Thread(this::run, name);
        this.thread.setDaemon(true);
    }

    /** Starts a loop on a daemon thread of that name. */
    public static EventLoop start(String name, Precision precision) {
        EventLoop loop = new EventLoop(name, precision);
        loop.thread.start();
        return loop;
    }

    /** Runs a task on the loop's thread, in order of arrival; ignored once the loop has ended. Thread-safe. */
    public void execute(Runnable task) {
        tasks.add(task);
        wakeUp();
    }

    /**
     * Runs a task on the loop's thread and waits for its result. Thread-safe; on the loop's own thread it runs at once.
     *
     * @throws IllegalStateException if the task failed or the loop has ended
     */
    public <T> T call(Callable<T> task) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Runnable run = () -> {
            try {
                result.complete(task.call());
            } catch (Throwable e) {
                result.completeExceptionally(e);
            }
        };
        if (inLoop()) {
            run.run();
        } else {
            execute(run);
        }
        return result(result);
    }

    private <T> T result(CompletableFuture<T> result) {
        while (true) {
            try {
                return result.get(ENDED_CHECK_MILLIS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while waiting for loop " + thread.getName(), e);
            } catch (ExecutionException e) {
                throw new IllegalStateException("task on loop " + thread.getName() + " failed", e.getCause());
            } catch (TimeoutException e) {
                if (!thread.isAlive() && !result.isDone()) {
                    throw new IllegalStateException("loop " + thread.getName() + " has ended", failure);
                }
            }
        }
    }

    /** Makes a waiting loop look at its tasks. Thread-safe. */
    public void wakeUp() {
        if (!inLoop() && awake.compareAndSet(false, true)) {
            selector.wakeup();
        }
    }

    /** Whether the caller is on the loop's thread. */
    public boolean inLoop() {
        return Thread.currentThread() == thread;
    }

    /** The loop's thread; for naming it in results and reading its CPU time. */
    public Thread thread() {
        return thread;
    }

    /** Now, on the ticker of all instants of this loop. */
    public long nanos() {
        return ticker.nanos();
    }

    /** When the current batch began, that is, when the wait ended and before the first socket of the batch was read. */
    public long batchStartNanos() {
        return batchStartNanos;
    }

    /** Arms a timer, or moves it if it is armed. */
    public void arm(LoopTimer timer, long dueNanos) {
        timers.arm(timer, dueNanos);
    }

    /** Takes a timer out; nothing happens if it is not armed. */
    public void disarm(LoopTimer timer) {
        timers.disarm(timer);
    }

    /** The defect that ended the loop; null while it is healthy. A run whose loop failed is void. */
    public @Nullable Throwable failure() {
        return failure;
    }

    /** Ends the loop: closes every socket of it and waits for its thread. Idempotent; not to be called on the loop. */
    @Override
    public void close() {
        closing = true;
        selector.wakeup();
        if (inLoop()) {
            return;
        }
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    Selector selector() {
        return selector;
    }

    /** Queues a connection for the write phase of this batch. */
    void flushLater(Connection connection) {
        if (flushCount == flushes.length) {
            flushes = Arrays.copyOf(flushes, flushCount * 2);
        }
        flushes[flushCount++] = connection;
    }

    /** Queues a connection whose key must be gone before it is closed hard (see {@link Connection#reset}) or moved. */
    void deregisterLater(Connection connection) {
        deregistrations.add(connection);
    }

    ByteBuffer takeWriteBuffer() {
        ByteBuffer spare = spareWriteBuffers.pollLast();
        return spare == null ? ByteBuffer.allocateDirect(WRITE_BUFFER_BYTES) : spare;
    }

    void giveWriteBuffer(ByteBuffer buffer) {
        if (spareWriteBuffers.size() < SPARE_WRITE_BUFFERS) {
            buffer.clear();
            spareWriteBuffers.addLast(buffer);
        }
    }

    private void run() {
        TimerSlack.lower();
        try {
            while (!closing) {
                batch();
            }
        } catch (Throwable e) {
            // A defect of ours: whoever owns the loop must see it, the counts can no longer be trusted.
            failure = e;
        } finally {
            end();
        }
    }

    private void batch() throws IOException {
        batchBegun = false;
        await();
        beginBatch();
        runTasks();
        fireTimers();
        flushAll();
        deregister();
    }

    /** The first ready socket is handed over inside of {@code select}, before it returns. */
    private void beginBatch() {
        if (!batchBegun) {
            batchBegun = true;
            batchStartNanos = ticker.nanos();
        }
    }

    private void await() throws IOException {
        LoopTimer next = timers.first();
        // Before the look at the queue: whoever adds a task after it sees false and wakes the select below. The flag is
        // true again before any other select of this selector could consume that wake-up.
        awake.set(false);
        if (!tasks.isEmpty() || flushCount > 0 || closing) {
            selector.selectNow(onReady);
        } else if (next == null) {
            selector.select(onReady, 0);
        } else {
            awaitTimer(next.dueNanos - ticker.nanos());
        }
        awake.set(true);
    }

    private void awaitTimer(long leftNanos) throws IOException {
        if (precision == Precision.COARSE) {
            long millis = Math.max(0, leftNanos + 999_999) / 1_000_000;
            selectFor(millis);
            return;
        }
        long calmNanos = leftNanos - SPIN_NANOS - leftNanos / SLACK_DIVISOR;
        selectFor(Math.max(0, calmNanos) / 1_000_000);
    }

    private void selectFor(long millis) throws IOException {
        if (millis <= 0) {
            Thread.onSpinWait();
            selector.selectNow(onReady);
        } else {
            selector.select(onReady, millis);
        }
    }

    private void dispatch(SelectionKey key) {
        beginBatch();
        Selectable selectable = (Selectable) key.attachment();
        if (key.isValid()) {
            selectable.ready(key.readyOps());
        }
    }

    private void runTasks() {
        if (tasks.isEmpty()) {
            return;
        }
        // Tasks that tasks queue wait for the next batch: sockets and timers get their turn, and a select lies between.
        tasks.add(batchEnd);
        for (Runnable task = tasks.poll(); task != null && task != batchEnd; task = tasks.poll()) {
            task.run();
        }
    }

    private static void nothing() {}

    private void fireTimers() {
        // As many as are armed now: a timer that is overdue again at once waits for the next batch, since a
        // schedule that cannot be kept must not starve the sockets.
        int left = timers.size();
        LoopTimer next = timers.first();
        while (next != null && left > 0) {
            long now = ticker.nanos();
            if (next.dueNanos - now > 0) {
                return;
            }
            timers.disarm(next);
            next.fire(next.dueNanos, now);
            next = timers.first();
            left--;
        }
    }

    private void flushAll() {
        // A handler told that its output has drained may put more. That is written in the next batch, which does not
        // wait: an endless body to a fast reader must not hold up everybody else.
        int queued = flushCount;
        for (int i = 0; i < queued; i++) {
            Connection connection = flushes[i];
            if (connection != null) {
                connection.flush();
            }
        }
        int more = flushCount - queued;
        System.arraycopy(flushes, queued, flushes, 0, more);
        // Closed connections must not stay reachable from here.
        Arrays.fill(flushes, more, flushCount, null);
        flushCount = more;
    }

    private void deregister() throws IOException {
        if (deregistrations.isEmpty()) {
            return;
        }
        deregistrations.forEach(Connection::cancelKey);
        // Plain selectNow, because it is what takes cancelled keys out of the kernel; the readiness that it finds is
        // level-triggered and comes again.
        selector.selectNow();
        selector.selectedKeys().clear();
        deregistrations.forEach(Connection::deregistered);
        deregistrations.clear();
    }

    private void end() {
        // Cut off in mid-batch by a defect: these count as closed, so nobody else closes them.
        deregistrations.forEach(Connection::closeDeregistered);
        for (SelectionKey key : List.copyOf(selector.keys())) {
            ((Selectable) key.attachment()).loopEnded();
        }
        try {
            selector.close();
        } catch (IOException ignored) {
            // Nothing is left to lose.
        }
    }
}
