package keepalivelab.load;

import java.util.Arrays;
import java.util.Optional;
import keepalivelab.api.Outcome;

/**
 * One entry per planned request, in arrays of primitives: about 15 bytes a request, 16 more with gaps. Written by the
 * generator's loops, each request by one of them; immutable once the result is there. One that {@linkplain #growing grows}
 * is confined to one loop.
 */
public final class RequestLog {
    private static final byte NEVER_SENT = 0;
    private static final byte IN_FLIGHT = 1;
    private static final byte FIRST_OUTCOME = 2;
    private static final Outcome[] OUTCOMES = Outcome.values();
    private static final long NO_GAP = -1;
    private static final int FIRST_ROOM = 1 << 16;

    private byte[] state;
    private short[] status;
    private int[] backendConnection;
    private int[] exchange;
    private int[] downstreamConnection;
    private final long[] dueGapNanos;
    private final long[] achievedGapNanos;
    private final boolean grows;
    private int planned;

    private RequestLog(int planned, int gaps, int room) {
        this.planned = planned;
        this.grows = room > planned;
        this.state = new byte[room];
        this.status = new short[room];
        this.backendConnection = new int[room];
        this.exchange = new int[room];
        this.downstreamConnection = new int[room];
        this.dueGapNanos = new long[gaps];
        this.achievedGapNanos = new long[gaps];
        Arrays.fill(exchange, -1);
        Arrays.fill(dueGapNanos, NO_GAP);
        Arrays.fill(achievedGapNanos, NO_GAP);
    }

    static RequestLog withoutGaps(int planned) {
        return new RequestLog(planned, 0, planned);
    }

    static RequestLog withGaps(int planned) {
        return new RequestLog(planned, planned, planned);
    }

    /** A log of requests that are planned by being taken up, one number after the other, without gaps. */
    static RequestLog growing() {
        return new RequestLog(0, 0, FIRST_ROOM);
    }

    /** Number of planned requests; requests are numbered from 0. */
    public int planned() {
        return planned;
    }

    /** Whether a client took it up. */
    public boolean sent(int request) {
        return state[request] != NEVER_SENT;
    }

    /** How it ended; empty if it was never sent or is in flight at the end. */
    public Optional<Outcome> outcome(int request) {
        return state[request] < FIRST_OUTCOME
                ? Optional.empty()
                : Optional.of(OUTCOMES[state[request] - FIRST_OUTCOME]);
    }

    /** The response's status; 0 if no response head came. A truncated response has one, too. */
    public int status(int request) {
        return status[request];
    }

    /** The backend's connection that the response names; 0 if it names none, e.g. because a proxy answered itself. */
    public int backendConnection(int request) {
        return backendConnection[request];
    }

    /** Index of the exchange on the backend's connection; -1 if the response names none. */
    public int exchange(int request) {
        return exchange[request];
    }

    /** Ordinal, from 1, of the generator's connection that carried it; 0 if none was established. */
    public int downstreamConnection(int request) {
        return downstreamConnection[request];
    }

    /** The planned gap before it; -1 if none was planned. */
    public long dueGapNanos(int request) {
        return dueGapNanos.length == 0 ? NO_GAP : dueGapNanos[request];
    }

    /** From the end of the same client's previous response to the sending of this request; -1 if no gap was planned. */
    public long achievedGapNanos(int request) {
        return achievedGapNanos.length == 0 ? NO_GAP : achievedGapNanos[request];
    }

    /** Requests never taken up. */
    int countNeverSent() {
        return count(NEVER_SENT);
    }

    /** Requests taken up and without an outcome. */
    int countInFlight() {
        return count(IN_FLIGHT);
    }

    /** Requests with that outcome. */
    int count(Outcome outcome) {
        return count(code(outcome));
    }

    void takenUp(int request) {
        if (grows) {
            grow(request);
        }
        if (state[request] != NEVER_SENT) {
            throw new IllegalStateException("request " + request + " is sent twice");
        }
        state[request] = IN_FLIGHT;
    }

    void ended(int request, Outcome outcome) {
        if (state[request] != IN_FLIGHT) {
            throw new IllegalStateException(
                    "request " + request + " ends as " + outcome.key() + " and is not in flight");
        }
        state[request] = code(outcome);
    }

    void answered(int request, int responseStatus, int connection, int exchangeIndex) {
        status[request] = (short) responseStatus;
        backendConnection[request] = connection;
        exchange[request] = exchangeIndex;
    }

    void carriedBy(int request, int connection) {
        downstreamConnection[request] = connection;
    }

    void gap(int request, long dueNanos, long achievedNanos) {
        dueGapNanos[request] = dueNanos;
        achievedGapNanos[request] = achievedNanos;
    }

    /** Lives no longer than this process, so the order of the constants may change. */
    @SuppressWarnings("EnumOrdinal")
    private static byte code(Outcome outcome) {
        return (byte) (FIRST_OUTCOME + outcome.ordinal());
    }

    private int count(int wanted) {
        int count = 0;
        for (int request = 0; request < planned; request++) {
            if (state[request] == wanted) {
                count++;
            }
        }
        return count;
    }

    private void grow(int request) {
        int before = state.length;
        if (request >= before) {
            int room = 2 * before;
            state = Arrays.copyOf(state, room);
            status = Arrays.copyOf(status, room);
            backendConnection = Arrays.copyOf(backendConnection, room);
            exchange = Arrays.copyOf(exchange, room);
            Arrays.fill(exchange, before, room, -1);
            downstreamConnection = Arrays.copyOf(downstreamConnection, room);
        }
        planned = Math.max(planned, request + 1);
    }
}
