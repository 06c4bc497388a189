package keepalivelab.backend;

import java.util.Arrays;
import keepalivelab.api.LabHeaders;
import keepalivelab.backend.rule.Effect;
import keepalivelab.wire.Ascii;
import keepalivelab.wire.Head;

/** The request that a connection is busy with: what of its head is needed later. Reused; confined to the loop. */
final class Request {
    private static final int REQUEST_LENGTH = LabHeaders.REQUEST.length();
    private static final int DELAY_LENGTH = LabHeaders.DELAY.length();
    private static final int LENGTH_LENGTH = LabHeaders.LENGTH.length();

    /** Echoed bytes of the request's id. */
    byte[] id = new byte[32];

    int idLength;
    /** Whether it counts as this run's: it has an id of it, or there is no run. */
    boolean own;
    /** Its number in the run, -1 if it has none. */
    int number;

    byte method;
    boolean head;
    boolean http10;
    boolean keepAlive;
    /** Whether the peer wants the connection to end after it. */
    boolean last;

    boolean steeredWrong;
    /** Body bytes to answer with; -1 where not steered. */
    long bodyBytes;

    long delayNanos;
    boolean announce;
    boolean answer10;
    Effect.Token token = Effect.Token.PLAIN;

    /** Takes over what is needed from a head that was just read. Returns the position of its Connection header, or -1. */
    int read(Head from, RunToken run, SteeredTime times) {
        clear();
        method = Method.of(from);
        head = method == 2;
        http10 = from.minorVersion() == 0;
        keepAlive = from.saysKeepAlive();
        last = !from.persistent();
        own = run.isEmpty();
        int connection = -1;
        for (int i = 0; i < from.count(); i++) {
            int nameLength = from.nameEnd(i) - from.nameStart(i);
            if (from.kind(i) == Head.Kind.CONNECTION) {
                connection = connection < 0 ? i : connection;
            } else if (nameLength >= DELAY_LENGTH && nameLength <= REQUEST_LENGTH) {
                ours(from, i, nameLength, run, times);
            }
        }
        return connection;
    }

    /** Whether the response must say that the connection ends. */
    boolean saysClose() {
        return announce || last;
    }

    /** Whether the response must say that the connection lives on: what HTTP/1.0 needs to be told. */
    boolean saysKeepAlive() {
        return answer10 ? token == Effect.Token.KEEP : http10 && keepAlive;
    }

    private void clear() {
        idLength = 0;
        number = (int) ExchangeDetail.FOREIGN;
        steeredWrong = false;
        bodyBytes = -1;
        delayNanos = 0;
        announce = false;
        answer10 = false;
        token = Effect.Token.PLAIN;
    }

    private void ours(Head from, int i, int nameLength, RunToken run, SteeredTime times) {
        if (nameLength == REQUEST_LENGTH && from.nameIs(i, LabHeaders.REQUEST)) {
            identify(from.bytes(), from.valueStart(i), from.valueEnd(i), run);
        } else if (nameLength == DELAY_LENGTH && from.nameIs(i, LabHeaders.DELAY)) {
            delayNanos = times.nanos(from.bytes(), from.valueStart(i), from.valueEnd(i));
            steeredWrong |= delayNanos < 0;
        } else if (nameLength == LENGTH_LENGTH && from.nameIs(i, LabHeaders.LENGTH)) {
            bodyBytes = Ascii.decimal(from.bytes(), from.valueStart(i), from.valueEnd(i));
            steeredWrong |= bodyBytes < 0;
        }
    }

    private void identify(byte[] bytes, int from, int to, RunToken run) {
        idLength = to - from;
        if (idLength > id.length) {
            id = Arrays.copyOf(id, idLength);
        }
        System.arraycopy(bytes, from, id, 0, idLength);
        int of = run.numberIn(bytes, from, to);
        if (of >= 0) {
            own = true;
            number = of;
        }
    }
}
