package keepalivelab.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Finds bytes eight at a time. The tests on a word of eight bytes are Mycroft's (1987, "determine if a word has a byte less
 * than n"): a borrow only starts at a byte that is one, so the lowest flagged byte is always right, and with little-endian
 * words the lowest is the first.
 */
final class ByteScan {
    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int WORD_BYTES = Long.BYTES;
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;
    private static final long LINE_FEEDS = ONES * '\n';
    private static final long SPACES = ONES * ' ';

    private ByteScan() {}

    /** Position of the first line feed; -1 if there is none. */
    static int lineFeed(byte[] bytes, int from, int to) {
        int at = from;
        for (; at + WORD_BYTES <= to; at += WORD_BYTES) {
            long different = (long) WORD.get(bytes, at) ^ LINE_FEEDS;
            long found = (different - ONES) & ~different & HIGH_BITS;
            if (found != 0) {
                return at + (Long.numberOfTrailingZeros(found) >>> 3);
            }
        }
        while (at < to && bytes[at] != '\n') {
            at++;
        }
        return at < to ? at : -1;
    }

    /** Position of the first byte below space, tab among them; {@code to} if there is none. */
    static int belowSpace(byte[] bytes, int from, int to) {
        int at = from;
        for (; at + WORD_BYTES <= to; at += WORD_BYTES) {
            long word = (long) WORD.get(bytes, at);
            long found = (word - SPACES) & ~word & HIGH_BITS;
            if (found != 0) {
                return at + (Long.numberOfTrailingZeros(found) >>> 3);
            }
        }
        while (at < to && (bytes[at] & 0xE0) != 0) {
            at++;
        }
        return at;
    }
}
