package keepalivelab.wire;

import org.jspecify.annotations.Nullable;

/**
 * Reads a complete head into a {@link Head} and decides where the message ends (RFC 9112, sections 3 to 6). Strict where
 * two readings could desynchronise a connection: white space before a colon, folded lines, contradicting lengths, a length
 * beside chunks in a request.
 */
final class HeadParser {
    private static final String CHUNKED = "chunked";
    private static final String CHUNKED_NOT_LAST = "a Transfer-Encoding with chunked twice or not last";
    private static final String CONTROL = "a control character, or a CR without LF";

    /** Bytes of a method or a field name (RFC 9110, section 5.6.2). */
    private static final boolean[] TOKEN = token();

    private HeadParser() {}

    private static boolean[] token() {
        boolean[] token = new boolean[128];
        for (char c = '!'; c < 127; c++) {
            token[c] = Character.isLetterOrDigit(c) || "!#$%&'*+-.^_`|~".indexOf(c) >= 0;
        }
        return token;
    }

    /** Whether the line is {@code name: value} without white space before the colon and without control characters. */
    static boolean isField(byte[] bytes, int from, int to) {
        int at = colon(bytes, from, to);
        if (at < 0) {
            return false;
        }
        while (at < to && !isControl(bytes[at])) {
            at++;
        }
        return at == to;
    }

    /**
     * Reads a request's head from {@code head.bytes} between {@code from} and {@code to}.
     *
     * @return null, or why it is no HTTP/1.x request
     */
    static @Nullable String request(Head head, int from, int to) {
        int lineEnd = lineEnd(head.bytes, from, to);
        if (lineEnd < 0) {
            return CONTROL;
        }
        int methodEnd = tokenEnd(head.bytes, from, lineEnd);
        if (methodEnd == from || methodEnd == lineEnd || head.bytes[methodEnd] != ' ') {
            return "no method";
        }
        int targetEnd = indexOf(head.bytes, ' ', methodEnd + 1, lineEnd);
        if (targetEnd <= methodEnd + 1) {
            return "no target or version";
        }
        head.firstStart = from;
        head.firstEnd = methodEnd;
        head.secondStart = methodEnd + 1;
        head.secondEnd = targetEnd;
        if (!version(head, targetEnd + 1, lineEnd)) {
            return "no HTTP/1.x version";
        }
        String wrong = fields(head, nextLine(head.bytes, lineEnd), to);
        return wrong != null ? wrong : requestFraming(head);
    }

    /**
     * Reads a response's head.
     *
     * @param toHead whether it answers a HEAD request and so has no body whatever its fields say
     * @return null, or why it is no HTTP/1.x response
     */
    static @Nullable String response(Head head, int from, int to, boolean toHead) {
        int lineEnd = lineEnd(head.bytes, from, to);
        if (lineEnd < 0) {
            return CONTROL;
        }
        if (lineEnd - from < 12 || !version(head, from, from + 8) || head.bytes[from + 8] != ' ') {
            return "no HTTP/1.x status line";
        }
        boolean reasonFollows = lineEnd > from + 12;
        long status = Ascii.decimal(head.bytes, from + 9, from + 12);
        if (status < 100 || status > 599 || (reasonFollows && head.bytes[from + 12] != ' ')) {
            return "no status between 100 and 599";
        }
        head.status = (int) status;
        String wrong = fields(head, nextLine(head.bytes, lineEnd), to);
        return wrong != null ? wrong : responseFraming(head, toHead);
    }

    private static boolean version(Head head, int from, int to) {
        if (to - from != 8 || !Ascii.equalsAt(head.bytes, from, "HTTP/1.")) {
            return false;
        }
        int minor = head.bytes[from + 7] - '0';
        head.minorVersion = Math.min(minor, 1);
        return minor >= 0 && minor <= 9;
    }

    private static @Nullable String fields(Head head, int from, int to) {
        byte[] bytes = head.bytes;
        int at = from;
        while (at < to) {
            int lineEnd = lineEnd(bytes, at, to);
            if (lineEnd == at) {
                return null;
            }
            if (lineEnd < 0) {
                return CONTROL;
            }
            int colon = colon(bytes, at, lineEnd);
            if (colon < 0) {
                return "a line that is no header field";
            }
            if (head.count == Head.MAX_HEADERS) {
                return "more than " + Head.MAX_HEADERS + " header fields";
            }
            int valueStart = colon + 1;
            int valueEnd = lineEnd;
            while (valueStart < valueEnd && Ascii.isBlank(bytes[valueStart])) {
                valueStart++;
            }
            while (valueEnd > valueStart && Ascii.isBlank(bytes[valueEnd - 1])) {
                valueEnd--;
            }
            head.add(at, colon, valueStart, valueEnd);
            String wrong = known(head, head.count - 1);
            if (wrong != null) {
                return wrong;
            }
            at = nextLine(bytes, lineEnd);
        }
        return null;
    }

    /** Notes the fields that matter to framing and to hop-by-hop treatment; tells them apart by the name's length first. */
    private static @Nullable String known(Head head, int index) {
        return switch (head.nameEnds[index] - head.nameStarts[index]) {
            case 2 -> hopByHop(head, index, "te");
            case 6 -> expect(head, index);
            case 7 -> upgrade(head, index);
            case 10 -> head.nameIs(index, "connection") ? connection(head, index) : hopByHop(head, index, "keep-alive");
            case 14 -> head.nameIs(index, "content-length") ? contentLength(head, index) : null;
            case 16 -> hopByHop(head, index, "proxy-connection");
            case 17 -> transferEncoding(head, index);
            default -> null;
        };
    }

    private static @Nullable String expect(Head head, int index) {
        if (head.nameIs(index, "expect")) {
            head.mark(index, Head.Kind.EXPECT);
            head.expectsContinue |= hasToken(head, index, "100-continue");
        }
        return null;
    }

    private static @Nullable String upgrade(Head head, int index) {
        if (head.nameIs(index, "upgrade")) {
            head.mark(index, Head.Kind.HOP_BY_HOP);
            head.upgrade = true;
        }
        return null;
    }

    private static @Nullable String connection(Head head, int index) {
        head.mark(index, Head.Kind.CONNECTION);
        head.saysClose |= hasToken(head, index, "close");
        head.saysKeepAlive |= hasToken(head, index, "keep-alive");
        return null;
    }

    private static @Nullable String transferEncoding(Head head, int index) {
        if (head.nameIs(index, "transfer-encoding")) {
            head.mark(index, Head.Kind.TRANSFER_ENCODING);
            if (head.framing == Framing.CHUNKED) {
                return CHUNKED_NOT_LAST;
            }
            return codings(head, index);
        }
        return null;
    }

    /** Chunked must be the last coding, and only once; without it the body has no end that we could find. */
    private static @Nullable String codings(Head head, int index) {
        byte[] bytes = head.bytes;
        int from = head.valueStarts[index];
        int end = head.valueEnds[index];
        while (end > from && (Ascii.isBlank(bytes[end - 1]) || bytes[end - 1] == ',')) {
            end--;
        }
        int last = end;
        while (last > from && bytes[last - 1] != ',') {
            last--;
        }
        if (hasToken(bytes, from, last, CHUNKED)) {
            return CHUNKED_NOT_LAST;
        }
        head.framing = hasToken(bytes, last, end, CHUNKED) ? Framing.CHUNKED : Framing.UNTIL_CLOSE;
        return null;
    }

    private static @Nullable String hopByHop(Head head, int index, String name) {
        if (head.nameIs(index, name)) {
            head.mark(index, Head.Kind.HOP_BY_HOP);
        }
        return null;
    }

    private static @Nullable String contentLength(Head head, int index) {
        head.mark(index, Head.Kind.CONTENT_LENGTH);
        long length = head.decimal(index);
        if (length < 0 || (head.contentLength >= 0 && head.contentLength != length)) {
            return "a Content-Length that is no number, or two that differ";
        }
        head.contentLength = length;
        return null;
    }

    private static @Nullable String requestFraming(Head head) {
        markNamedByConnection(head);
        // RFC 9110, section 10.1.1: an HTTP/1.0 client does not know of interim responses.
        head.expectsContinue &= head.minorVersion > 0;
        if (head.framing == Framing.UNTIL_CLOSE) {
            return "a Transfer-Encoding that does not end with chunked";
        }
        if (head.framing == Framing.CHUNKED && head.minorVersion == 0) {
            return "a Transfer-Encoding in HTTP/1.0";
        }
        if (head.framing == Framing.CHUNKED) {
            return head.contentLength >= 0 ? "both Transfer-Encoding and Content-Length" : null;
        }
        head.framing = head.contentLength > 0 ? Framing.LENGTH : Framing.NONE;
        return null;
    }

    private static @Nullable String responseFraming(Head head, boolean toHead) {
        markNamedByConnection(head);
        // RFC 9112, sections 6.1 and 6.3: read it by its chunks, but do not trust the connection afterwards.
        head.doubtful = head.framing == Framing.CHUNKED && (head.contentLength >= 0 || head.minorVersion == 0);
        if (head.status == 101) {
            head.framing = Framing.UNTIL_CLOSE;
        } else if (toHead || head.status < 200 || head.status == 204 || head.status == 304) {
            head.framing = Framing.NONE;
        } else if (head.framing == Framing.NONE) {
            if (head.contentLength < 0) {
                head.framing = Framing.UNTIL_CLOSE;
            } else {
                head.framing = head.contentLength > 0 ? Framing.LENGTH : Framing.NONE;
            }
        }
        return null;
    }

    /** Fields that a Connection header names belong to this hop, too. */
    private static void markNamedByConnection(Head head) {
        for (int c = 0; c < head.count; c++) {
            if (head.kind(c) == Head.Kind.CONNECTION && !onlyKeepAliveOrClose(head, c)) {
                for (int i = 0; i < head.count; i++) {
                    if (head.kind(i) == Head.Kind.END_TO_END && hasToken(head, c, head.name(i))) {
                        head.mark(i, Head.Kind.HOP_BY_HOP);
                    }
                }
            }
        }
    }

    private static boolean onlyKeepAliveOrClose(Head head, int index) {
        int length = head.valueEnds[index] - head.valueStarts[index];
        return length == 0
                || (length == 5 && hasToken(head, index, "close"))
                || (length == 10 && hasToken(head, index, "keep-alive"));
    }

    /** Whether the comma-separated value has that token, ignoring case. */
    private static boolean hasToken(Head head, int index, String token) {
        return hasToken(head.bytes, head.valueStarts[index], head.valueEnds[index], token);
    }

    private static boolean hasToken(byte[] bytes, int start, int end, String token) {
        int at = start;
        while (at < end) {
            int comma = indexOf(bytes, ',', at, end);
            int tokenEnd = comma < 0 ? end : comma;
            int from = at;
            int to = tokenEnd;
            while (from < to && Ascii.isBlank(bytes[from])) {
                from++;
            }
            while (to > from && Ascii.isBlank(bytes[to - 1])) {
                to--;
            }
            if (to - from == token.length() && Ascii.equalsIgnoreCaseAt(bytes, from, token)) {
                return true;
            }
            at = tokenEnd + 1;
        }
        return false;
    }

    /**
     * End of the line's text: before CR LF or LF; -1 where another control character stands. Such a byte, a tab aside, is read
     * as a line end by some and as nothing by others.
     */
    private static int lineEnd(byte[] bytes, int from, int to) {
        int at = ByteScan.belowSpace(bytes, from, to);
        while (at < to && bytes[at] == '\t') {
            at = ByteScan.belowSpace(bytes, at + 1, to);
        }
        boolean ends = at < to && (bytes[at] == '\n' || (bytes[at] == '\r' && at + 1 < to && bytes[at + 1] == '\n'));
        return ends ? at : -1;
    }

    private static int nextLine(byte[] bytes, int lineEnd) {
        return lineEnd + (bytes[lineEnd] == '\r' ? 2 : 1);
    }

    /** Position of the colon directly behind a field name; -1 if the line has none. */
    private static int colon(byte[] bytes, int from, int to) {
        int end = tokenEnd(bytes, from, to);
        return end > from && end < to && bytes[end] == ':' ? end : -1;
    }

    private static int tokenEnd(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && bytes[at] >= 0 && TOKEN[bytes[at]]) {
            at++;
        }
        return at;
    }

    private static boolean isControl(byte b) {
        return (b & 0xE0) == 0 && b != '\t';
    }

    private static int indexOf(byte[] bytes, char wanted, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] == wanted) {
                return i;
            }
        }
        return -1;
    }
}
