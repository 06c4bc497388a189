package keepalivelab.backend;

import keepalivelab.wire.Head;

/** Request methods as one byte. */
final class Method {
    private static final String[] NAMES = {"other", "GET", "HEAD", "POST", "PUT", "DELETE"};

    private Method() {}

    static byte of(Head head) {
        // Comparing with the reference that Head returns for common methods costs nothing on the hot path.
        String method = head.method();
        for (byte i = 1; i < NAMES.length; i++) {
            if (NAMES[i].equals(method)) {
                return i;
            }
        }
        return 0;
    }

    static String name(byte code) {
        return NAMES[code];
    }
}
