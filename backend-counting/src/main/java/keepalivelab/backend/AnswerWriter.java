package keepalivelab.backend;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import keepalivelab.api.LabHeaders;
import keepalivelab.wire.Connection;

/** Writes responses from prepared pieces, each in one put. Confined to the loop. */
final class AnswerWriter {
    private static final byte[] STATUS_11 = ascii("HTTP/1.1 200 OK\r\nContent-Length: ");
    private static final byte[] STATUS_10 = ascii("HTTP/1.0 200 OK\r\nContent-Length: ");
    private static final byte[] CONNECTION = ascii("\r\n" + LabHeaders.CONNECTION + ": ");
    private static final byte[] EXCHANGE = ascii("\r\n" + LabHeaders.EXCHANGE + ": ");
    private static final byte[] REQUEST = ascii("\r\n" + LabHeaders.REQUEST + ": ");
    private static final byte[] CLOSE = ascii("\r\nConnection: close");
    private static final byte[] KEEP_ALIVE = ascii("\r\nConnection: keep-alive");
    private static final byte[] END = ascii("\r\n\r\n");
    private static final byte[] BODY = ascii("ok\n");
    private static final byte[] CONTINUE = ascii("HTTP/1.1 100 Continue\r\n\r\n");
    private static final byte[] BAD_REQUEST =
            ascii("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    private static final int FIXED_BYTES = 256;
    private static final byte[] FILLER = filler();

    private byte[] line = new byte[1024];
    private int length;

    /** Puts the response's head and, unless it is steered, its body. Returns the body bytes that are still to be put. */
    long answer(Connection to, Request request, int connection, int exchange) {
        begin(request);
        long bodyBytes = request.bodyBytes < 0 ? BODY.length : request.bodyBytes;
        add(request.answer10 ? STATUS_10 : STATUS_11);
        addDecimal(bodyBytes);
        add(CONNECTION);
        addDecimal(connection);
        add(EXCHANGE);
        addDecimal(exchange);
        if (request.idLength > 0) {
            add(REQUEST);
            add(request.id, request.idLength);
        }
        if (request.saysClose()) {
            add(CLOSE);
        } else if (request.saysKeepAlive()) {
            add(KEEP_ALIVE);
        }
        add(END);
        boolean plainBody = request.bodyBytes < 0 && !request.head;
        if (plainBody) {
            add(BODY);
        }
        to.put(line, 0, length);
        return plainBody || request.head ? 0 : bodyBytes;
    }

    /** Puts the next part of a steered body. Returns how many bytes that were. */
    static int bodyPart(Connection to, long left) {
        int part = (int) Math.min(left, FILLER.length);
        to.put(FILLER, 0, part);
        return part;
    }

    static void goOn(Connection to) {
        to.put(CONTINUE);
    }

    static void badRequest(Connection to) {
        to.put(BAD_REQUEST);
    }

    private void begin(Request request) {
        length = 0;
        if (line.length < FIXED_BYTES + request.idLength) {
            line = new byte[FIXED_BYTES + request.idLength];
        }
    }

    private void add(byte[] bytes) {
        add(bytes, bytes.length);
    }

    private void add(byte[] bytes, int count) {
        System.arraycopy(bytes, 0, line, length, count);
        length += count;
    }

    private void addDecimal(long number) {
        int digits = 1;
        for (long rest = number / 10; rest != 0; rest /= 10) {
            digits++;
        }
        int at = length + digits;
        long rest = number;
        do {
            line[--at] = (byte) ('0' + rest % 10);
            rest /= 10;
        } while (rest != 0);
        length += digits;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] filler() {
        byte[] bytes = new byte[16 * 1024];
        Arrays.fill(bytes, (byte) 'x');
        return bytes;
    }
}
