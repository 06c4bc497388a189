package keepalivelab.load;

/**
 * The times of one of the {@link Windows}. Immutable.
 *
 * @param count complete responses
 * @param notOk requests that ended otherwise than ok
 * @param p50Nanos half of the responses came within this, from the planned instant on
 * @param p99Nanos 99 % did
 * @param lagP99Nanos 99 % of the requests were sent at most so long after they could have been: after their planned instant,
 *     or after a connection was free, whichever was later. Waiting for a connection is the server's doing
 */
public record WindowTimes(long count, long notOk, long p50Nanos, long p99Nanos, long lagP99Nanos) {}
