package keepalivelab.proxies.provision;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Lets one at a time install into a folder: what two would build, the second finds. Held by a thread of this process, and
 * by this process among all.
 *
 * @param lock of the file, which the kernel releases when the process dies
 */
record InstallLock(FileLock lock) implements AutoCloseable {
    /** The kernel's lock is the process's, so threads need another. */
    private static final ReentrantLock THREADS = new ReentrantLock();

    /** Waits, if need be for minutes, until nobody else installs there. */
    static InstallLock of(Path folder, Consumer<String> progress) throws IOException {
        Files.createDirectories(folder);
        THREADS.lock();
        try {
            FileChannel file = FileChannel.open(
                    folder.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock now = file.tryLock();
            if (now == null) {
                progress.accept("waiting for another installation in " + folder);
                now = file.lock();
            }
            return new InstallLock(now);
        } catch (IOException | RuntimeException e) {
            THREADS.unlock();
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        try (FileChannel file = lock.channel()) {
            lock.release();
        } finally {
            THREADS.unlock();
        }
    }
}
