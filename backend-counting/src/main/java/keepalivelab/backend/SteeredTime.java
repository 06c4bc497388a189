package keepalivelab.backend;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import keepalivelab.api.DurationText;

/** Reads the think time of a request; the same text as last time costs a comparison. Confined to the loop. */
final class SteeredTime {
    private byte[] lastText = new byte[0];
    private long lastNanos = -1;

    /** The time in nanoseconds; -1 if it is none. */
    long nanos(byte[] bytes, int from, int to) {
        if (!Arrays.equals(lastText, 0, lastText.length, bytes, from, to)) {
            lastText = Arrays.copyOfRange(bytes, from, to);
            lastNanos = DurationText.parse(new String(lastText, StandardCharsets.ISO_8859_1))
                    .map(Duration::toNanos)
                    .orElse(-1L);
        }
        return lastNanos;
    }
}
