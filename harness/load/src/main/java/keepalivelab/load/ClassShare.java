package keepalivelab.load;

import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** What the connections of one class share in one round. Confined to its loop's thread. */
final class ClassShare {
    private final LoadPlan.ConnectionClass plan;
    private final RequestTemplate template;
    private final Histogram service = Times.emptyHistogram();
    private final long[] byThread = new long[NameTally.MOST_NAMES + 1];
    private int left;

    ClassShare(LoadPlan.ConnectionClass plan, RequestTemplate template) {
        this.plan = plan;
        this.template = template;
        this.left = plan.requests().orElse(Integer.MAX_VALUE);
    }

    LoadPlan.ConnectionClass plan() {
        return plan;
    }

    RequestTemplate template() {
        return template;
    }

    /** Whether one more request is to be sent; counts it. */
    boolean take() {
        if (left == 0) {
            return false;
        }
        left--;
        return true;
    }

    void record(int thread, long nanos) {
        service.recordValue(Math.max(0, Math.min(Times.MOST_NANOS, nanos)));
        if (thread >= 0) {
            byThread[thread]++;
        }
    }

    ClassRound.OfClass result(Recorder names) {
        SortedMap<String, Long> threads = new TreeMap<>();
        for (int i = 0; i < byThread.length; i++) {
            if (byThread[i] > 0) {
                threads.put(names.threadName(i), byThread[i]);
            }
        }
        return new ClassRound.OfClass(plan.name(), service.copy(), threads);
    }
}
