package keepalivelab.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import keepalivelab.api.Outcome;
import keepalivelab.load.Times.Span;
import keepalivelab.wire.Head;
import org.jspecify.annotations.Nullable;

/**
 * What one loop counts. Confined to that loop's thread while it runs, but for {@link #endedSoFar}; read by its owner after it
 * has ended.
 */
final class Recorder {
    static final int MOST_PAIRING_ERRORS = 100;
    private static final int STATUS_COUNT = 600;

    private final boolean openLoop;
    private final Map<Outcome, AtomicInteger> outcomes = new EnumMap<>(Outcome.class);
    private final int[] status = new int[STATUS_COUNT];
    private final Series service = new Series(Span.SERVICE);
    private final Series response = new Series(Span.RESPONSE);
    private final Series lag = new Series(Span.LAG);
    private @Nullable WindowRecorder windows;
    private final NameTally threads = new NameTally();
    private final List<String> pairingErrors = new ArrayList<>();
    private int pairingErrorCount;
    private int sent;
    private int inFlight;
    private int exchanges;
    private int reusedExchanges;
    private int interim;
    private int opens;
    private int idleClosesSeen;
    private long surplusBytes;
    private int gapCount;
    private long leastGapNanos = Long.MAX_VALUE;
    private long mostGapNanos;
    private long mostLateNanos;
    private long firstTakenNanos;
    private long lastEndedNanos;

    Recorder(boolean openLoop) {
        this.openLoop = openLoop;
        for (Outcome outcome : Outcome.values()) {
            outcomes.put(outcome, new AtomicInteger());
        }
    }

    /** Also records by windows, from now on. */
    void watch(WindowRecorder byWindow) {
        windows = byWindow;
    }

    void takenUp(long atNanos) {
        if (sent == 0) {
            firstTakenNanos = atNanos;
            lastEndedNanos = atNanos;
        }
        sent++;
        inFlight++;
    }

    void ended(Outcome outcome, long atNanos) {
        AtomicInteger count = Objects.requireNonNull(outcomes.get(outcome));
        // One writer: no more than a plain store, which others may see late, but never torn.
        count.lazySet(count.getPlain() + 1);
        inFlight--;
        lastEndedNanos = atNanos;
    }

    /** Requests that have ended in that way up to about now; from any thread. */
    int endedSoFar(Outcome outcome) {
        return Objects.requireNonNull(outcomes.get(outcome)).get();
    }

    /** A complete response. */
    void answered(LabAnswer answer) {
        status[answer.status()]++;
        if (answer.connection() > 0) {
            exchanges++;
            if (answer.exchange() > 0) {
                reusedExchanges++;
            }
        }
    }

    void serviceTime(Series.Upstream upstream, long nanos) {
        service.record(upstream, nanos);
    }

    void responseTime(Series.Upstream upstream, long plannedNanos, long atNanos) {
        response.record(upstream, atNanos - plannedNanos);
        if (windows != null) {
            windows.response(plannedNanos, atNanos - plannedNanos);
        }
    }

    void lag(Series.Upstream upstream, long nanos) {
        lag.record(upstream, nanos);
    }

    /** A request with a planned instant is sent, so long after it could have been. */
    void late(long plannedNanos, long nanos) {
        if (windows != null) {
            windows.late(plannedNanos, nanos);
        }
    }

    /** A request with a planned instant has ended. */
    void plannedEnded(long plannedNanos, Outcome outcome) {
        if (windows != null) {
            windows.ended(plannedNanos, outcome);
        }
    }

    void gap(long dueNanos, long achievedNanos) {
        gapCount++;
        leastGapNanos = Math.min(leastGapNanos, achievedNanos);
        mostGapNanos = Math.max(mostGapNanos, achievedNanos);
        mostLateNanos = Math.max(mostLateNanos, achievedNanos - dueNanos);
    }

    /** Counts the serving thread's name and returns its index. */
    int thread(Head head, int field) {
        return threads.add(head.bytes(), head.valueStart(field), head.valueEnd(field));
    }

    /** The name of that index. */
    String threadName(int index) {
        return threads.name(index);
    }

    void pairingError(String what) {
        pairingErrorCount++;
        if (pairingErrors.size() < MOST_PAIRING_ERRORS) {
            pairingErrors.add(what);
        }
    }

    void interim() {
        interim++;
    }

    void opened() {
        opens++;
    }

    void idleCloseSeen() {
        idleClosesSeen++;
    }

    void surplus(int bytes) {
        surplusBytes += bytes;
    }

    /** One result of all loops. */
    static LoadResult merge(List<Recorder> loops, String token, RequestLog log, Optional<MissedFact> missed) {
        return new LoadResult(
                token,
                accounting(loops, log),
                answers(loops),
                connections(loops),
                times(loops),
                gaps(loops),
                log,
                Duration.ofNanos(elapsedNanos(loops)),
                missed,
                List.of(),
                Optional.empty(),
                WindowRecorder.merge(loops.stream()
                        .flatMap(loop -> Stream.ofNullable(loop.windows))
                        .toList()));
    }

    /** Two independent counts, the loops' counters and the log's entries, must agree before the sums are even looked at. */
    private static Accounting accounting(List<Recorder> loops, RequestLog log) {
        Map<Outcome, Integer> sums = new EnumMap<>(Outcome.class);
        int sent = 0;
        int inFlight = 0;
        for (Recorder loop : loops) {
            loop.outcomes.forEach((outcome, count) -> sums.merge(outcome, count.get(), Integer::sum));
            sent += loop.sent;
            inFlight += loop.inFlight;
        }
        agree("in flight at the end", inFlight, log.countInFlight());
        sums.forEach((outcome, count) -> agree("ended as " + outcome.key(), count, log.count(outcome)));
        return new Accounting(log.planned(), sent, log.countNeverSent(), inFlight, sums);
    }

    private static void agree(String what, int counted, int logged) {
        if (counted != logged) {
            throw new IllegalStateException("the generator's accounting does not balance: " + counted
                    + " requests counted as " + what + ", " + logged + " logged");
        }
    }

    private static Answers answers(List<Recorder> loops) {
        SortedMap<Integer, Integer> status = new TreeMap<>();
        SortedMap<String, Integer> threads = new TreeMap<>();
        List<String> pairing = new ArrayList<>();
        int[] sums = new int[4];
        for (Recorder loop : loops) {
            for (int s = 0; s < STATUS_COUNT; s++) {
                if (loop.status[s] > 0) {
                    status.merge(s, loop.status[s], Integer::sum);
                }
            }
            loop.threads.addTo(threads);
            loop.pairingErrors.stream()
                    .limit(MOST_PAIRING_ERRORS - pairing.size())
                    .forEach(pairing::add);
            sums[0] += loop.exchanges;
            sums[1] += loop.reusedExchanges;
            sums[2] += loop.interim;
            sums[3] += loop.pairingErrorCount;
        }
        return new Answers(status, sums[0], sums[1], sums[2], threads, pairing, sums[3]);
    }

    private static ClientConnections connections(List<Recorder> loops) {
        return new ClientConnections(
                loops.stream().mapToInt(r -> r.opens).sum(),
                loops.stream().mapToInt(r -> r.idleClosesSeen).sum(),
                loops.stream().mapToLong(r -> r.surplusBytes).sum());
    }

    private static Times times(List<Recorder> loops) {
        Times times = Times.none();
        for (Recorder loop : loops) {
            times = loop.service.into(times);
            if (loop.openLoop) {
                times = loop.lag.into(loop.response.into(times));
            }
        }
        return times;
    }

    private static Gaps gaps(List<Recorder> loops) {
        int count = loops.stream().mapToInt(r -> r.gapCount).sum();
        if (count == 0) {
            return Gaps.NONE;
        }
        return new Gaps(
                count,
                loops.stream().mapToLong(r -> r.leastGapNanos).min().orElse(0),
                loops.stream().mapToLong(r -> r.mostGapNanos).max().orElse(0),
                loops.stream().mapToLong(r -> r.mostLateNanos).max().orElse(0));
    }

    private static long elapsedNanos(List<Recorder> loops) {
        // nanoTime may be negative and may wrap: only differences to one origin are comparable.
        List<Recorder> busy = loops.stream().filter(r -> r.sent > 0).toList();
        if (busy.isEmpty()) {
            return 0;
        }
        long origin = busy.get(0).firstTakenNanos;
        long from =
                busy.stream().mapToLong(r -> r.firstTakenNanos - origin).min().orElse(0);
        long to = busy.stream().mapToLong(r -> r.lastEndedNanos - origin).max().orElse(0);
        return to - from;
    }
}
