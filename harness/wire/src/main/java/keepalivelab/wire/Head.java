package keepalivelab.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The head of one HTTP/1.x message, as positions in the bytes it was read from: nothing is copied or allocated unless
 * asked for as a {@link String}. Belongs to its {@link MessageReader} and is valid only during the call that hands it out.
 */
public final class Head {
    /** Header fields that concern one connection only (RFC 9110, section 7.6.1), and those that say where a body ends. */
    public enum Kind {
        /** Passed on by a proxy as it is. */
        END_TO_END,
        CONNECTION,
        CONTENT_LENGTH,
        TRANSFER_ENCODING,
        /** Keep-Alive, Proxy-Connection, TE, Upgrade. */
        HOP_BY_HOP,
        EXPECT
    }

    static final int MAX_HEADERS = 200;

    byte[] bytes = new byte[0];
    int start;
    int end;
    int firstStart;
    int firstEnd;
    int secondStart;
    int secondEnd;
    int status;
    int minorVersion;
    long contentLength;
    Framing framing = Framing.NONE;
    boolean saysClose;
    boolean saysKeepAlive;
    boolean expectsContinue;
    boolean upgrade;
    boolean doubtful;
    int count;
    int[] nameStarts = new int[32];
    int[] nameEnds = new int[32];
    int[] valueStarts = new int[32];
    int[] valueEnds = new int[32];
    Kind[] kinds = new Kind[32];

    Head() {}

    /** The bytes that all positions refer to. */
    public byte[] bytes() {
        return bytes;
    }

    /** Length of the whole head, its final empty line included. */
    public int length() {
        return end - start;
    }

    /** Start of the whole head in {@link #bytes()}. */
    public int start() {
        return start;
    }

    /** The method of a request. Allocates unless it is a common one. */
    public String method() {
        int length = firstEnd - firstStart;
        if (length == 3 && equalsAt(firstStart, "GET")) {
            return "GET";
        }
        if (length == 4 && equalsAt(firstStart, "POST")) {
            return "POST";
        }
        if (length == 4 && equalsAt(firstStart, "HEAD")) {
            return "HEAD";
        }
        return text(firstStart, firstEnd);
    }

    /** The target of a request as it was written. Allocates. */
    public String target() {
        return text(secondStart, secondEnd);
    }

    public int targetStart() {
        return secondStart;
    }

    public int targetEnd() {
        return secondEnd;
    }

    /** Whether the request's target is exactly this ASCII text. */
    public boolean targetIs(String target) {
        return secondEnd - secondStart == target.length() && equalsAt(secondStart, target);
    }

    /** Whether the request's target begins with this ASCII text. */
    public boolean targetStartsWith(String prefix) {
        return secondEnd - secondStart >= prefix.length() && equalsAt(secondStart, prefix);
    }

    /** The status of a response. */
    public int status() {
        return status;
    }

    /** 0 for HTTP/1.0, 1 for HTTP/1.1. */
    public int minorVersion() {
        return minorVersion;
    }

    /** Where the body ends. */
    public Framing framing() {
        return framing;
    }

    /** The value of Content-Length, -1 where there is none; counts only with {@link Framing#LENGTH}. */
    public long contentLength() {
        return contentLength;
    }

    /**
     * Whether the sender lets the connection live on after this message: HTTP/1.1 without {@code close}, or HTTP/1.0 with
     * {@code keep-alive}, and a body that does not end with the connection and is not framed in two ways.
     */
    public boolean persistent() {
        return framing != Framing.UNTIL_CLOSE && !doubtful && !saysClose && (minorVersion == 1 || saysKeepAlive);
    }

    /** Whether the Connection header has the token {@code close}. */
    public boolean saysClose() {
        return saysClose;
    }

    /** Whether the Connection header has the token {@code keep-alive}. */
    public boolean saysKeepAlive() {
        return saysKeepAlive;
    }

    /** Whether the request asks for {@code 100 Continue} before it sends its body. */
    public boolean expectsContinue() {
        return expectsContinue;
    }

    /** Number of header fields. */
    public int count() {
        return count;
    }

    public int nameStart(int index) {
        return nameStarts[index];
    }

    public int nameEnd(int index) {
        return nameEnds[index];
    }

    public int valueStart(int index) {
        return valueStarts[index];
    }

    /** End of the value; surrounding white space is not part of it. */
    public int valueEnd(int index) {
        return valueEnds[index];
    }

    /** What a proxy must do with this field. A field that the Connection header names is {@link Kind#HOP_BY_HOP}. */
    public Kind kind(int index) {
        return kinds[index];
    }

    /** Position of the field of that name, ignoring case; -1 if there is none. {@code name} is ASCII. */
    public int find(String name) {
        for (int i = 0; i < count; i++) {
            if (nameIs(i, name)) {
                return i;
            }
        }
        return -1;
    }

    /** Whether the field has that name, ignoring case. */
    public boolean nameIs(int index, String name) {
        int at = nameStarts[index];
        return nameEnds[index] - at == name.length() && equalsIgnoreCaseAt(bytes, at, name);
    }

    /** The field's value. Allocates. */
    public String value(int index) {
        return text(valueStarts[index], valueEnds[index]);
    }

    /** The field's name. Allocates. */
    public String name(int index) {
        return text(nameStarts[index], nameEnds[index]);
    }

    /** The value of the field of that name, or empty text where there is none. Allocates. */
    public String valueOf(String name) {
        int index = find(name);
        return index < 0 ? "" : value(index);
    }

    /** The field's value as a number of decimal digits; -1 if it is none or does not fit. */
    public long decimal(int index) {
        return Ascii.decimal(bytes, valueStarts[index], valueEnds[index]);
    }

    /** The whole head as it was read. Allocates. */
    public String text() {
        return text(start, end);
    }

    void add(int nameStart, int nameEnd, int valueStart, int valueEnd) {
        if (count == nameStarts.length) {
            grow();
        }
        nameStarts[count] = nameStart;
        nameEnds[count] = nameEnd;
        valueStarts[count] = valueStart;
        valueEnds[count] = valueEnd;
        kinds[count] = Kind.END_TO_END;
        count++;
    }

    void mark(int index, Kind kind) {
        kinds[index] = kind;
    }

    void clear(byte[] source, int from) {
        bytes = source;
        start = from;
        count = 0;
        status = 0;
        contentLength = -1;
        framing = Framing.NONE;
        saysClose = false;
        saysKeepAlive = false;
        expectsContinue = false;
        upgrade = false;
        doubtful = false;
    }

    private void grow() {
        int capacity = count * 2;
        nameStarts = Arrays.copyOf(nameStarts, capacity);
        nameEnds = Arrays.copyOf(nameEnds, capacity);
        valueStarts = Arrays.copyOf(valueStarts, capacity);
        valueEnds = Arrays.copyOf(valueEnds, capacity);
        kinds = Arrays.copyOf(kinds, capacity);
    }

    private String text(int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    }

    private boolean equalsAt(int from, String word) {
        return Ascii.equalsAt(bytes, from, word);
    }

    private static boolean equalsIgnoreCaseAt(byte[] bytes, int from, String word) {
        return Ascii.equalsIgnoreCaseAt(bytes, from, word);
    }
}
