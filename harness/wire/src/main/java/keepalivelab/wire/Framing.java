package keepalivelab.wire;

/** How a message says where it ends (RFC 9112, section 6.3). */
public enum Framing {
    /** No body: the head ends the message. */
    NONE,
    /** {@code Content-Length} bytes follow the head. */
    LENGTH,
    /** Chunks follow, ended by one of size zero and the trailer section. */
    CHUNKED,
    /** Everything until the peer closes. Responses only; such a connection is never reused. */
    UNTIL_CLOSE
}
