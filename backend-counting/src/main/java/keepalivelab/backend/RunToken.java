package keepalivelab.backend;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import keepalivelab.wire.Ascii;

/** The token that marks the requests of one run. Immutable. */
final class RunToken {
    private final byte[] prefix;

    RunToken(String token) {
        prefix = token.isEmpty() ? new byte[0] : (token + "-").getBytes(StandardCharsets.ISO_8859_1);
    }

    boolean isEmpty() {
        return prefix.length == 0;
    }

    /** The number in {@code <token>-<n>}; -1 if it is another token's or none. */
    int numberIn(byte[] bytes, int from, int to) {
        int digits = from + prefix.length;
        if (isEmpty() || digits >= to || !Arrays.equals(bytes, from, digits, prefix, 0, prefix.length)) {
            return -1;
        }
        long number = Ascii.decimal(bytes, digits, to);
        return number < RequestLedger.MOST_IDS ? (int) number : -1;
    }
}
