package keepalivelab.load;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** What the loops of one job share. Thread-safe. */
final class Session {
    static final int NO_REQUEST = -1;

    private final LoadJob job;
    private final RequestLog log;
    private final int planned;
    private final AtomicInteger nextRequest = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private final AtomicInteger established = new AtomicInteger();
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile boolean stopped;

    Session(LoadJob job, RequestLog log) {
        this.job = job;
        this.log = log;
        this.planned = job.plan().planned();
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

    /** Whether a client that is free now would get a request. */
    boolean hasRequests() {
        return !stopped && nextRequest.get() < planned;
    }

    /** Requests taken up so far. */
    int sent() {
        // Clients that found nothing left have counted on.
        return Math.min(planned, nextRequest.get());
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

    /** Waits; whether the job is over. */
    boolean awaitOver(long nanos) throws InterruptedException {
        return over.await(nanos, TimeUnit.NANOSECONDS);
    }
}
