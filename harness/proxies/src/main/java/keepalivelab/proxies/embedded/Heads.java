package keepalivelab.proxies.embedded;

import keepalivelab.wire.Framing;
import keepalivelab.wire.Head;

/**
 * Writes the head that goes on from the head that came: fields of one hop are left out (RFC 9110, section 7.6.1), framing
 * and connection fields are ours. Every line is written anew with CR LF, so that a lone LF cannot mean two things to two
 * readers. Neither Via nor X-Forwarded fields are added: the backend shall see what the client sent.
 */
final class Heads {
    /** How the body of a response travels downstream. */
    enum Delivery {
        /** As long as its head says, which may be nothing. */
        SIZED,
        CHUNKED,
        /** Until close: the end of an unsized body for a client of HTTP/1.0. */
        UNTIL_CLOSE
    }

    /** The Connection field of a response. */
    enum Persistence {
        SILENT,
        CLOSE,
        KEEP_ALIVE
    }

    private static final byte[] HTTP_10 = Bytes.ascii(" HTTP/1.0\r\n");
    private static final byte[] HTTP_11 = Bytes.ascii(" HTTP/1.1\r\n");
    private static final byte[] STATUS_LINE = Bytes.ascii("HTTP/1.1 ");
    private static final byte[] CHUNKED = Bytes.ascii("Transfer-Encoding: chunked\r\n");
    private static final byte[] CLOSE = Bytes.ascii("Connection: close\r\n");
    private static final byte[] KEEP_ALIVE = Bytes.ascii("Connection: keep-alive\r\n");
    private static final int VERSION_LENGTH = "HTTP/1.1 ".length();

    private Heads() {}

    /** The request as the upstream gets it. */
    static void request(Head head, Dialect dialect, Bytes out) {
        out.add(head.bytes(), head.start(), head.targetEnd() - head.start());
        out.add(dialect.minorVersion() == 0 ? HTTP_10 : HTTP_11);
        fields(head, out, dialect.minorVersion() == 1, head.framing() != Framing.CHUNKED);
        if (head.framing() == Framing.CHUNKED) {
            out.add(CHUNKED);
        }
        if (dialect.saysClose()) {
            out.add(CLOSE);
        }
        out.add(Bytes.CRLF);
    }

    /** The response as the client gets it. {@code extra} are complete header lines. */
    static void response(Head head, Delivery delivery, Persistence persistence, byte[] extra, Bytes out) {
        statusLine(head, out);
        fields(head, out, false, delivery == Delivery.SIZED && head.status() != 204);
        out.add(extra);
        if (delivery == Delivery.CHUNKED) {
            out.add(CHUNKED);
        }
        if (persistence == Persistence.CLOSE) {
            out.add(CLOSE);
        } else if (persistence == Persistence.KEEP_ALIVE) {
            out.add(KEEP_ALIVE);
        }
        out.add(Bytes.CRLF);
    }

    /** An interim response as the client gets it. */
    static void interim(Head head, Bytes out) {
        statusLine(head, out);
        fields(head, out, false, false);
        out.add(Bytes.CRLF);
    }

    private static void statusLine(Head head, Bytes out) {
        byte[] bytes = head.bytes();
        int from = head.start() + VERSION_LENGTH;
        int to = from;
        while (bytes[to] != '\r' && bytes[to] != '\n') {
            to++;
        }
        out.add(STATUS_LINE);
        out.add(bytes, from, to - from);
        out.add(Bytes.CRLF);
    }

    private static void fields(Head head, Bytes out, boolean expect, boolean length) {
        boolean lengthDue = length;
        for (int i = 0; i < head.count(); i++) {
            Head.Kind kind = head.kind(i);
            boolean kept = kind == Head.Kind.END_TO_END
                    || (kind == Head.Kind.EXPECT && expect)
                    || (kind == Head.Kind.CONTENT_LENGTH && lengthDue);
            if (kept) {
                out.add(head.bytes(), head.nameStart(i), head.valueEnd(i) - head.nameStart(i));
                out.add(Bytes.CRLF);
            }
            // A length that is said twice, alike, is said once from here on.
            lengthDue &= kind != Head.Kind.CONTENT_LENGTH;
        }
    }
}
