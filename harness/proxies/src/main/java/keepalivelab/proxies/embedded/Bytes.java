package keepalivelab.proxies.embedded;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import keepalivelab.wire.Connection;

/** A growing run of bytes that is filled, sent and cleared over and over. Confined to one thread. */
final class Bytes {
    static final byte[] CRLF = {'\r', '\n'};
    private static final int FIRST_SIZE = 1024;
    /** What one large body made it grow to is not kept for the rest of a connection's life. */
    private static final int KEPT_SIZE = 128 * 1024;

    private static final byte[] LENGTH = ascii("Content-Length: ");

    private final byte[] digits = new byte[10];
    private byte[] array = new byte[FIRST_SIZE];
    private int count;

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    byte[] array() {
        return array;
    }

    int count() {
        return count;
    }

    void clear() {
        count = 0;
        if (array.length > KEPT_SIZE) {
            array = new byte[FIRST_SIZE];
        }
    }

    void add(byte[] bytes, int offset, int length) {
        if (count + length > array.length) {
            array = Arrays.copyOf(array, Math.max(count + length, array.length * 2));
        }
        System.arraycopy(bytes, offset, array, count, length);
        count += length;
    }

    void add(byte[] bytes) {
        add(bytes, 0, bytes.length);
    }

    /** One chunk of a chunked body; {@code length} is above 0. */
    void addChunk(byte[] bytes, int offset, int length) {
        add(ascii(Integer.toHexString(length)));
        add(CRLF);
        add(bytes, offset, length);
        add(CRLF);
    }

    /** A Content-Length line. */
    void addLength(int length) {
        add(LENGTH);
        int at = digits.length;
        int left = length;
        do {
            digits[--at] = (byte) ('0' + left % 10);
            left /= 10;
        } while (left > 0);
        add(digits, at, digits.length - at);
        add(CRLF);
    }

    void putTo(Connection connection) {
        connection.put(array, 0, count);
    }

    @Override
    public String toString() {
        return new String(array, 0, count, StandardCharsets.ISO_8859_1);
    }
}
