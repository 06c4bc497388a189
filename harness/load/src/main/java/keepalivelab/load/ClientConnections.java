package keepalivelab.load;

/**
 * The generator's own connections. Immutable.
 *
 * @param opens connections that were established
 * @param idleClosesSeen connections that the other side closed or reset while no request was on them, as long as the job
 *     ran; the next request opens a new one
 * @param surplusBytes bytes that followed a complete response, or came while no request was sent; such a connection is
 *     closed
 */
public record ClientConnections(int opens, int idleClosesSeen, long surplusBytes) {}
