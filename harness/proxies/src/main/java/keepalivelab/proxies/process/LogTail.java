package keepalivelab.proxies.process;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The last lines of a log file, for messages. */
public final class LogTail {
    private static final int BYTES_PER_LINE = 512;

    private LogTail() {}

    /**
     * The last {@code lines} lines of {@code file} (fewer where lines are longer than 512 bytes on average); empty where
     * there is no such file.
     */
    public static List<String> of(Path file, int lines) {
        try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "r")) {
            long start = Math.max(0, log.length() - (long) lines * BYTES_PER_LINE);
            byte[] bytes = new byte[(int) (log.length() - start)];
            log.seek(start);
            log.readFully(bytes);
            List<String> all = new String(bytes, StandardCharsets.UTF_8).lines().toList();
            int cut = start > 0 ? 1 : 0;
            return List.copyOf(all.subList(Math.min(all.size(), Math.max(cut, all.size() - lines)), all.size()));
        } catch (IOException e) {
            return List.of();
        }
    }
}
