package keepalivelab.wire;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads HTTP/1.x messages from bytes as they arrive, exact about where each one ends. The only such parser of the project:
 * for requests and responses, for backend, generator and proxy. Allocates nothing per message unless a head arrives in
 * pieces for the first time. Confined to one thread.
 */
public final class MessageReader {
    /** Which messages are read. */
    public enum Role {
        REQUEST,
        RESPONSE
    }

    /** Learns what was read, in order: head, body parts, end. */
    public interface Sink {
        /** A final head. Valid during the call only. */
        void onHead(Head head);

        /** An interim response (1xx, not 101). Valid during the call only. */
        default void onInterim(Head head) {}

        /** Body bytes without their transfer coding. Valid during the call only; {@code length} is above 0. */
        default void onBody(byte[] bytes, int offset, int length) {}

        /** One trailer line, without its line end. */
        default void onTrailer(byte[] bytes, int offset, int length) {}

        /** The message's last byte was read. */
        void onEnd();
    }

    private enum State {
        HEAD,
        BODY_LENGTH,
        CHUNK_SIZE,
        CHUNK_BLANK,
        CHUNK_EXTENSION,
        CHUNK_SIZE_LF,
        CHUNK_DATA,
        CHUNK_DATA_CR,
        CHUNK_DATA_LF,
        TRAILER,
        UNTIL_CLOSE,
        MALFORMED
    }

    /** Longest head that is read; a longer one is malformed. */
    public static final int MAX_HEAD_BYTES = 64 * 1024;

    private static final long MAX_CHUNK_BYTES = Long.MAX_VALUE >> 8;

    private final Role role;
    private final Sink sink;
    private final Head head = new Head();
    private State state = State.HEAD;
    private byte[] kept = new byte[0];
    private int keptCount;
    private boolean toHead;
    private long left;
    private boolean chunkDigits;
    private boolean interimRead;
    private boolean messageDone;
    private @Nullable String malformed;

    public MessageReader(Role role, Sink sink) {
        this.role = role;
        this.sink = sink;
    }

    /** Says whether the next response answers a HEAD request, and so has no body. Reset after each message. */
    public void nextAnswersHead(boolean answersHead) {
        this.toHead = answersHead;
    }

    /**
     * Reads until one message has ended or the bytes are used up.
     *
     * @return how many bytes were taken; fewer than {@code length} means that a message ended there (more follow: the next
     *     message, or surplus), or that the bytes are malformed
     */
    public int feed(byte[] bytes, int offset, int length) {
        int at = offset;
        int end = offset + length;
        messageDone = false;
        while (at < end && !messageDone && state != State.MALFORMED) {
            at = step(bytes, at, end);
        }
        return at - offset;
    }

    /**
     * The peer has closed in order.
     *
     * @return whether that ended a message properly: between messages, or a body that lasts until close
     */
    public boolean end() {
        if (state == State.UNTIL_CLOSE) {
            finish();
            return true;
        }
        return betweenMessages();
    }

    /** Whether no byte of a next message was taken yet; an interim response belongs to the one that follows it. */
    public boolean betweenMessages() {
        return state == State.HEAD && keptCount == 0 && !interimRead;
    }

    /** Bytes of an incomplete head that were taken so far. */
    public int headBytesSoFar() {
        return state == State.HEAD ? keptCount : 0;
    }

    /** Why the bytes are no HTTP/1.x; null while they are. Nothing is read any more after that. */
    public @Nullable String malformed() {
        return malformed;
    }

    private int step(byte[] bytes, int at, int end) {
        return switch (state) {
            case HEAD -> headBytes(bytes, at, end);
            case BODY_LENGTH, CHUNK_DATA -> bodyBytes(bytes, at, end);
            case CHUNK_SIZE, CHUNK_BLANK, CHUNK_EXTENSION, CHUNK_SIZE_LF -> chunkSize(bytes, at, end);
            case CHUNK_DATA_CR, CHUNK_DATA_LF -> chunkDataEnd(bytes, at);
            case TRAILER -> trailerBytes(bytes, at, end);
            case UNTIL_CLOSE -> {
                sink.onBody(bytes, at, end - at);
                yield end;
            }
            case MALFORMED -> end;
        };
    }

    private int headBytes(byte[] bytes, int from, int end) {
        int start = from;
        if (keptCount == 0 && role == Role.REQUEST) {
            // RFC 9112, section 2.2: a server ignores empty lines before a request line.
            while (start < end && (bytes[start] == '\r' || bytes[start] == '\n')) {
                start++;
            }
            if (start == end) {
                return end;
            }
        }
        if (keptCount == 0) {
            int headEnd = endOfHead(bytes, start, start, Math.min(end, start + MAX_HEAD_BYTES));
            if (headEnd >= 0) {
                parse(bytes, start, headEnd);
                return headEnd;
            }
        }
        return keep(bytes, start, end);
    }

    /** Collects a head that arrives in pieces. */
    private int keep(byte[] bytes, int start, int end) {
        int before = keptCount;
        int part = Math.min(end - start, MAX_HEAD_BYTES - before);
        append(bytes, start, part);
        int headEnd = endOfHead(kept, 0, before, keptCount);
        if (headEnd >= 0) {
            keptCount = 0;
            parse(kept, 0, headEnd);
            return start + headEnd - before;
        }
        if (part < end - start) {
            fail("a head longer than " + MAX_HEAD_BYTES + " bytes");
        }
        return start + part;
    }

    private void append(byte[] bytes, int from, int count) {
        if (keptCount + count > kept.length) {
            kept = Arrays.copyOf(kept, Math.max(keptCount + count, Math.max(1024, kept.length * 2)));
        }
        System.arraycopy(bytes, from, kept, keptCount, count);
        keptCount += count;
    }

    private void parse(byte[] bytes, int from, int to) {
        head.clear(bytes, from);
        head.end = to;
        String wrong =
                role == Role.REQUEST ? HeadParser.request(head, from, to) : HeadParser.response(head, from, to, toHead);
        if (wrong != null) {
            fail(wrong);
        } else if (role == Role.RESPONSE && head.status < 200 && head.status != 101) {
            interimRead = true;
            sink.onInterim(head);
        } else {
            begin();
        }
    }

    private void begin() {
        sink.onHead(head);
        switch (head.framing) {
            case NONE -> finish();
            case LENGTH -> {
                left = head.contentLength;
                state = State.BODY_LENGTH;
            }
            case CHUNKED -> expectChunk();
            case UNTIL_CLOSE -> state = State.UNTIL_CLOSE;
        }
    }

    private int bodyBytes(byte[] bytes, int at, int end) {
        int part = (int) Math.min(left, end - at);
        left -= part;
        sink.onBody(bytes, at, part);
        if (left == 0) {
            if (state == State.BODY_LENGTH) {
                finish();
            } else {
                state = State.CHUNK_DATA_CR;
            }
        }
        return at + part;
    }

    private void expectChunk() {
        state = State.CHUNK_SIZE;
        left = 0;
        chunkDigits = false;
    }

    private int chunkSize(byte[] bytes, int from, int end) {
        for (int at = from; at < end; at++) {
            byte b = bytes[at];
            if (b == '\n') {
                chunkSizeRead();
                return at + 1;
            }
            if (!chunkSizeByte(b)) {
                fail("a chunk size that is no hexadecimal number");
                return at;
            }
        }
        return end;
    }

    private boolean chunkSizeByte(byte b) {
        if (b == '\r') {
            boolean first = state != State.CHUNK_SIZE_LF;
            state = State.CHUNK_SIZE_LF;
            return first;
        }
        return switch (state) {
            case CHUNK_SIZE -> chunkDigit(b) || chunkSizeEnd(b);
            case CHUNK_BLANK -> chunkSizeEnd(b);
            case CHUNK_EXTENSION -> true;
            default -> false;
        };
    }

    private boolean chunkDigit(byte b) {
        int digit = Ascii.hexDigit(b);
        if (digit < 0 || left > MAX_CHUNK_BYTES) {
            return false;
        }
        left = left * 16 + digit;
        chunkDigits = true;
        return true;
    }

    private boolean chunkSizeEnd(byte b) {
        if (b == ';') {
            state = State.CHUNK_EXTENSION;
        } else if (Ascii.isBlank(b)) {
            state = State.CHUNK_BLANK;
        } else {
            return false;
        }
        return chunkDigits;
    }

    private void chunkSizeRead() {
        if (!chunkDigits) {
            fail("a chunk without a size");
        } else if (left > 0) {
            state = State.CHUNK_DATA;
        } else {
            state = State.TRAILER;
        }
    }

    private int chunkDataEnd(byte[] bytes, int at) {
        if (bytes[at] == '\n') {
            expectChunk();
        } else if (bytes[at] == '\r' && state == State.CHUNK_DATA_CR) {
            state = State.CHUNK_DATA_LF;
        } else {
            fail("a chunk longer than its size");
            return at;
        }
        return at + 1;
    }

    private int trailerBytes(byte[] bytes, int from, int end) {
        int lf = from;
        while (lf < end && bytes[lf] != '\n') {
            lf++;
        }
        if (keptCount + (lf - from) > MAX_HEAD_BYTES) {
            fail("a trailer line longer than " + MAX_HEAD_BYTES + " bytes");
            return from;
        }
        if (lf == end) {
            append(bytes, from, end - from);
            return end;
        }
        if (keptCount > 0) {
            append(bytes, from, lf - from);
            trailerLine(kept, 0, keptCount);
        } else {
            trailerLine(bytes, from, lf);
        }
        return lf + 1;
    }

    private void trailerLine(byte[] bytes, int from, int lineEnd) {
        keptCount = 0;
        int end = lineEnd > from && bytes[lineEnd - 1] == '\r' ? lineEnd - 1 : lineEnd;
        if (end == from) {
            finish();
        } else if (HeadParser.isField(bytes, from, end)) {
            sink.onTrailer(bytes, from, end - from);
        } else {
            fail("a trailer line that is no header field");
        }
    }

    private void finish() {
        state = State.HEAD;
        toHead = false;
        interimRead = false;
        messageDone = true;
        sink.onEnd();
    }

    private void fail(String why) {
        malformed = why;
        state = State.MALFORMED;
    }

    /**
     * Position after the empty line that ends a head; -1 if it is not there yet.
     *
     * @param start where the head begins
     * @param from where to look from: everything before was looked at
     */
    private static int endOfHead(byte[] bytes, int start, int from, int end) {
        int lf = ByteScan.lineFeed(bytes, Math.max(from, start + 1), end);
        while (lf >= 0 && !lineIsEmpty(bytes, start, lf)) {
            lf = ByteScan.lineFeed(bytes, lf + 1, end);
        }
        return lf < 0 ? -1 : lf + 1;
    }

    private static boolean lineIsEmpty(byte[] bytes, int start, int lf) {
        int before = bytes[lf - 1] == '\r' ? lf - 2 : lf - 1;
        return before >= start && bytes[before] == '\n';
    }
}
