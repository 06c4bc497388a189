package keepalivelab.load;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import keepalivelab.api.InputException;
import keepalivelab.api.LabHeaders;
import keepalivelab.wire.Connection;

/** A request as bytes, built once; only the number in its id differs from one sending to the next. Immutable. */
final class RequestTemplate {
    /** A multiple of the pattern's length, so that portions join without a seam. */
    private static final int PORTION_BYTES = 26 * 2_520;

    private static final List<String> OURS =
            List.of("host:", "content-length:", "transfer-encoding:", "x-lab-request:");
    private static final List<String> METHODS_WITH_BODY = List.of("POST", "PUT", "PATCH");

    private final byte[] beforeNumber;
    private final byte[] afterNumber;
    private final byte[] portion;
    private final int bodyBytes;
    private final boolean answeredByHead;
    private final boolean announcesClose;

    RequestTemplate(LoadPlan.RequestShape shape, LoadJob job) {
        StringBuilder before = new StringBuilder()
                .append(shape.method())
                .append(' ')
                .append(shape.path())
                .append(" HTTP/1.1\r\nHost: ")
                .append(job.host())
                .append("\r\n");
        shape.headers().forEach(header -> before.append(checked(header)).append("\r\n"));
        before.append(LabHeaders.REQUEST).append(": ").append(job.token()).append('-');
        boolean saysLength = shape.bodyBytes() > 0 || METHODS_WITH_BODY.contains(shape.method());
        String after = saysLength ? "\r\nContent-Length: " + shape.bodyBytes() + "\r\n\r\n" : "\r\n\r\n";
        this.beforeNumber = ascii(before.toString());
        this.afterNumber = ascii(after);
        this.bodyBytes = shape.bodyBytes();
        this.portion = pattern(Math.min(bodyBytes, PORTION_BYTES));
        this.answeredByHead = shape.method().equals("HEAD");
        this.announcesClose = shape.headers().stream().anyMatch(RequestTemplate::saysClose);
    }

    /** Length of the body. */
    int bodyBytes() {
        return bodyBytes;
    }

    /** Whether the response has no body whatever it says. */
    boolean answeredByHead() {
        return answeredByHead;
    }

    /** Whether the request says that its connection ends with it. */
    boolean announcesClose() {
        return announcesClose;
    }

    void putHead(Connection connection, int number) {
        connection.put(beforeNumber, 0, beforeNumber.length);
        connection.putDecimal(number);
        connection.put(afterNumber, 0, afterNumber.length);
    }

    /** Puts the part of the body that begins at {@code from}, at most one portion; returns where the next one begins. */
    int putBody(Connection connection, int from) {
        int part = Math.min(portion.length, bodyBytes - from);
        connection.put(portion, 0, part);
        return from + part;
    }

    private static String checked(String header) {
        String lower = header.toLowerCase(Locale.ROOT);
        if (OURS.stream().anyMatch(lower::startsWith)) {
            throw new InputException("header '" + header + "' is written by the load generator itself");
        }
        if (header.indexOf(':') < 1 || header.chars().anyMatch(c -> c < ' ' && c != '\t')) {
            throw new InputException("header '" + header + "' is not of the form 'Name: value'");
        }
        return header;
    }

    private static boolean saysClose(String header) {
        String lower = header.toLowerCase(Locale.ROOT);
        return lower.startsWith("connection:") && lower.contains("close");
    }

    private static byte[] pattern(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) ('a' + i % 26);
        }
        return bytes;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
