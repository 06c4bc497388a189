package keepalivelab.proxies.provision;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** Lets one at a time install into a folder, among threads and among processes: what two would build, the second finds. */
final class InstallLock {
    /** The kernel's lock is the whole process's, so threads need another. */
    private static final ReentrantLock THREADS = new ReentrantLock();

    private InstallLock() {}

    /** What is done meanwhile. */
    @FunctionalInterface
    interface Work<T> {
        T done() throws IOException;
    }

    /**
     * Waits, if need be for minutes, until nobody else installs there, and then does the work. Where this process dies the
     * kernel releases the lock.
     */
    static <T> T during(Path folder, Consumer<String> progress, Work<T> work) throws IOException {
        Files.createDirectories(folder);
        THREADS.lock();
        try (FileChannel file =
                FileChannel.open(folder.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            FileLock lock = file.tryLock();
            if (lock == null) {
                progress.accept("waiting for another installation in " + folder);
                lock = file.lock();
            }
            T result = work.done();
            lock.release();
            return result;
        } finally {
            THREADS.unlock();
        }
    }
}
