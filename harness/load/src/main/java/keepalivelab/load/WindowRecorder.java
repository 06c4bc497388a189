package keepalivelab.load;

import java.util.ArrayList;
import java.util.List;
import keepalivelab.api.Outcome;
import org.HdrHistogram.Histogram;

/** What one loop sees of the windows of its job. Confined to that loop's thread while it runs. */
final class WindowRecorder {
    private static final class Part {
        final Histogram response = Times.emptyHistogram();
        final Histogram late = Times.emptyHistogram();
        long notOk;
    }

    private final Windows windows;
    private final long startNanos;
    private final List<Part> parts = new ArrayList<>();

    WindowRecorder(Windows windows, long startNanos) {
        this.windows = windows;
        this.startNanos = startNanos;
        for (int i = 0; i < windows.count(); i++) {
            parts.add(new Part());
        }
    }

    void response(long plannedNanos, long nanos) {
        int window = windows.at(plannedNanos - startNanos);
        if (window != Windows.NONE) {
            parts.get(window).response.recordValue(inRange(nanos));
        }
    }

    void late(long plannedNanos, long nanos) {
        int window = windows.at(plannedNanos - startNanos);
        if (window != Windows.NONE) {
            parts.get(window).late.recordValue(inRange(nanos));
        }
    }

    void ended(long plannedNanos, Outcome outcome) {
        int window = windows.at(plannedNanos - startNanos);
        if (window != Windows.NONE && outcome != Outcome.OK) {
            parts.get(window).notOk++;
        }
    }

    private static long inRange(long nanos) {
        return Math.max(0, Math.min(nanos, Times.MOST_NANOS));
    }

    /** The windows of all loops together. */
    static List<WindowTimes> merge(List<WindowRecorder> loops) {
        List<WindowTimes> times = new ArrayList<>();
        int count = loops.isEmpty() ? 0 : loops.get(0).parts.size();
        for (int i = 0; i < count; i++) {
            Part sum = new Part();
            for (WindowRecorder loop : loops) {
                sum.response.add(loop.parts.get(i).response);
                sum.late.add(loop.parts.get(i).late);
                sum.notOk += loop.parts.get(i).notOk;
            }
            times.add(new WindowTimes(
                    sum.response.getTotalCount(),
                    sum.notOk,
                    sum.response.getValueAtPercentile(50),
                    sum.response.getValueAtPercentile(99),
                    sum.late.getValueAtPercentile(99)));
        }
        return List.copyOf(times);
    }
}
