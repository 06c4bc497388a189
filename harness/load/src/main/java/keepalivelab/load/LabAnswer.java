package keepalivelab.load;

import java.nio.charset.StandardCharsets;
import keepalivelab.api.LabHeaders;
import keepalivelab.wire.Ascii;
import keepalivelab.wire.Head;

/** What the head of one response says; used again for each request of a connection. Confined to its loop's thread. */
final class LabAnswer {
    private static final int NONE = -1;

    private final byte[] token;
    private int status;
    private int connection;
    private int exchange = NONE;
    private int thread = NONE;
    private boolean persistent;

    LabAnswer(String token) {
        this.token = (token + "-").getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Of the final head; 0 while there is none. */
    int status() {
        return status;
    }

    /** The backend's connection, 0 if it is not named. */
    int connection() {
        return connection;
    }

    /** The exchange on the backend's connection, -1 if it is not named. */
    int exchange() {
        return exchange;
    }

    /** Index of the serving thread's name in the recorder, -1 if it is not named. */
    int thread() {
        return thread;
    }

    /** Whether the connection lives on after this response. */
    boolean persistent() {
        return persistent;
    }

    void clear() {
        status = 0;
        connection = 0;
        exchange = NONE;
        thread = NONE;
        persistent = false;
    }

    /** Reads the final head of the response to request {@code number}. */
    void read(Head head, int number, Recorder recorder) {
        status = head.status();
        persistent = head.persistent();
        int id = NONE;
        for (int i = 0; i < head.count(); i++) {
            if (head.nameIs(i, LabHeaders.CONNECTION)) {
                connection = (int) Math.max(0, Math.min(Integer.MAX_VALUE, head.decimal(i)));
            } else if (head.nameIs(i, LabHeaders.EXCHANGE)) {
                exchange = (int) Math.min(Integer.MAX_VALUE, head.decimal(i));
            } else if (head.nameIs(i, LabHeaders.REQUEST)) {
                id = i;
            } else if (head.nameIs(i, LabHeaders.THREAD)) {
                thread = recorder.thread(head, i);
            }
        }
        if (connection == 0) {
            exchange = NONE;
        }
        checkPairing(head, id, number, recorder);
    }

    private void checkPairing(Head head, int id, int number, Recorder recorder) {
        if (id == NONE) {
            if (connection > 0) {
                recorder.pairingError("request " + text() + number + " was answered by backend connection " + connection
                        + " without an id");
            }
        } else if (!isIdOf(head, id, number)) {
            recorder.pairingError("request " + text() + number + " was answered with the id " + head.value(id));
        }
    }

    private boolean isIdOf(Head head, int field, int number) {
        byte[] bytes = head.bytes();
        int at = head.valueStart(field);
        int end = head.valueEnd(field);
        if (end - at <= token.length) {
            return false;
        }
        for (byte wanted : token) {
            if (bytes[at++] != wanted) {
                return false;
            }
        }
        return Ascii.decimal(bytes, at, end) == number;
    }

    private String text() {
        return new String(token, StandardCharsets.ISO_8859_1);
    }
}
