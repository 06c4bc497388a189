package keepalivelab.proxies.embedded;

import keepalivelab.wire.Head;

/**
 * One request and its response on their way through. One object per client connection, used again for each request. Confined
 * to its worker's thread. It tells its {@link DownstreamLink} when the response is complete.
 *
 * @param <U> the kind of upstream it goes through to
 */
interface Passage<U extends Upstream> {
    /** A request's head was read. */
    void begin(Head head, U target);

    void requestBody(byte[] bytes, int offset, int length);

    void requestTrailer(byte[] bytes, int offset, int length);

    void requestEnd();

    /** Whether the head of a final response was put downstream. */
    boolean answered();

    /** How the current response's body travels. */
    Heads.Delivery delivery();

    /** Everything that was put downstream is with the kernel. */
    void downstreamDrained();

    /** The client is gone. */
    void abort();

    /** Makes the passage of a new client connection. */
    interface Maker<U extends Upstream> {
        Passage<U> make(DownstreamLink<U> downstream, Worker worker, Routes<U> routes);
    }
}
