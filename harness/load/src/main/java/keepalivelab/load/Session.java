package keepalivelab.load;

import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** What the loops of one job share. Thread-safe. */
final class Session {
    static final int NO_REQUEST = -1;

    private final LoadJob job;
    private final RequestLog log;
    private final int planned;
    private final AtomicInteger nextRequest;
    private final AtomicInteger sent = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private final AtomicInteger established = new AtomicInteger();
    private final Optional<SweepGaps> sweep;
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile boolean stopped;

    Session(LoadJob job, RequestLog log) {
        this.nextRequest = new AtomicInteger(firstRequests(job.plan()));
        this.job = job;
        this.log = log;
        this.planned = endsByTime(job.plan()) ? Integer.MAX_VALUE : job.plan().planned();
        this.sweep = job.plan() instanceof LoadPlan.ClosedLoop closed
                ? SweepGaps.of(closed.gap(), job.seed())
                : Optional.empty();
    }

    /** The gaps that all clients share; empty where each draws its own. */
    Optional<SweepGaps> sweep() {
        return sweep;
    }

    LoadJob job() {
        return job;
    }

    RequestLog log() {
        return log;
    }

    /** Numbers the next request; {@link #NO_REQUEST} if all are dealt out or sending was stopped. */
    int takeRequest() {
        if (stopped) {
            return NO_REQUEST;
        }
        int number = nextRequest.getAndIncrement();
        return number < planned ? number : NO_REQUEST;
    }

    /**
     * The first request of the closed loop's client of that number: dealt beforehand, so that every client has its
     * connection even where one loop has answers before another has begun. {@link #NO_REQUEST} if there are fewer.
     */
    int firstRequest(int client) {
        return stopped || client >= planned ? NO_REQUEST : client;
    }

    /** Whether a client that is free now would get a request. */
    boolean hasRequests() {
        return !stopped && nextRequest.get() < planned;
    }

    /** A request was taken up. */
    void takenUp() {
        sent.getAndIncrement();
    }

    /** Requests taken up so far. */
    int sent() {
        return sent.get();
    }

    /** Numbers a connection that was established, from 1. */
    int nextConnection() {
        return established.incrementAndGet();
    }

    /** A request has its outcome. */
    void ended() {
        if (ended.incrementAndGet() == planned) {
            over.countDown();
        }
    }

    /** Ends the job: nothing is sent any more. */
    void stop() {
        stopped = true;
        over.countDown();
    }

    boolean stopped() {
        return stopped;
    }

    /** Waits; whether the job is over. */
    boolean awaitOver(long nanos) throws InterruptedException {
        return over.await(nanos, TimeUnit.NANOSECONDS);
    }

    /** Whether a time and no number of requests ends a plan. */
    static boolean endsByTime(LoadPlan plan) {
        return plan instanceof LoadPlan.Classes classes && classes.time().isPresent();
    }

    private static int firstRequests(LoadPlan plan) {
        return plan instanceof LoadPlan.ClosedLoop closed ? Math.min(closed.clients(), closed.requests()) : 0;
    }
}
