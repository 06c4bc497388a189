package keepalivelab.wire;

/** Comparisons and numbers on ASCII bytes, without allocating. */
public final class Ascii {
    private Ascii() {}

    /** Whether the bytes from {@code from} on are this text; the caller has checked that enough bytes are there. */
    public static boolean equalsAt(byte[] bytes, int from, String word) {
        for (int i = 0; i < word.length(); i++) {
            if (bytes[from + i] != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** As {@link #equalsAt}, letters compared without case. */
    public static boolean equalsIgnoreCaseAt(byte[] bytes, int from, String word) {
        for (int i = 0; i < word.length(); i++) {
            if (lower(bytes[from + i]) != lower((byte) word.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /** The number written in decimal digits; -1 if there is none, something else, or more than 18 digits. */
    public static long decimal(byte[] bytes, int from, int to) {
        if (to <= from || to - from > 18) {
            return -1;
        }
        long number = 0;
        for (int i = from; i < to; i++) {
            int digit = bytes[i] - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = number * 10 + digit;
        }
        return number;
    }

    /** The value of a hexadecimal digit; -1 if it is none. */
    public static int hexDigit(byte b) {
        return b < 0 ? -1 : Character.digit(b, 16);
    }

    /** The byte in lower case if it is an ASCII capital. */
    public static byte lower(byte b) {
        return b >= 'A' && b <= 'Z' ? (byte) (b + 32) : b;
    }

    /** Space or horizontal tab. */
    public static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }
}
