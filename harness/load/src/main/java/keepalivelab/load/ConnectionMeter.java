package keepalivelab.load;

import java.util.Optional;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.IntCountsHistogram;

/** The responses of one connection: how long they took and which threads they came from. Confined to its loop's thread. */
final class ConnectionMeter {
    private static final int NONE = -1;

    private final AbstractHistogram service = new IntCountsHistogram(Times.LEAST_NANOS, Times.MOST_NANOS, Times.DIGITS);
    private int lastThread = NONE;
    private boolean stayed = true;

    /**
     * Counts a response.
     *
     * @param thread index of the serving thread's name; -1 if the response names none
     */
    void record(int thread, long nanos) {
        stayed &= service.getTotalCount() == 0 || lastThread == thread;
        lastThread = thread;
        service.recordValue(Math.max(0, Math.min(Times.MOST_NANOS, nanos)));
    }

    /**
     * @param number in its class, from 1
     * @param names of the threads
     */
    ClassRound.OfConnection result(String className, int number, Recorder names) {
        long responses = service.getTotalCount();
        return new ClassRound.OfConnection(
                className,
                number,
                lastThread == NONE ? Optional.empty() : Optional.of(names.threadName(lastThread)),
                stayed,
                responses,
                responses == 0 ? 0 : service.getValueAtPercentile(50));
    }
}
