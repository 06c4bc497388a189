package keepalivelab.backend;

import java.util.Arrays;

/** What a peer sent ahead of its turn. Confined to the loop. */
final class BytesAhead {
    /** A peer that has sent more than this ahead is read no further until its turn comes. */
    private static final int MOST = 256 * 1024;

    private byte[] bytes = new byte[0];
    private int count;

    void keep(byte[] from, int offset, int length) {
        if (count + length > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(count + length, bytes.length * 2));
        }
        System.arraycopy(from, offset, bytes, count, length);
        count += length;
    }

    /** Forgets them; what {@link #bytes()} returned stays as it was until something is kept again. */
    int take() {
        int taken = count;
        count = 0;
        return taken;
    }

    byte[] bytes() {
        return bytes;
    }

    int count() {
        return count;
    }

    boolean tooMany() {
        return count > MOST;
    }
}
