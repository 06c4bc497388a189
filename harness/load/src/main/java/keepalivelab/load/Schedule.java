package keepalivelab.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.SplittableRandom;

/**
 * The planned instants of an open loop, one after the other, as distances from its start; none is stored, and equal plans
 * and seeds give equal instants on every machine. Confined to one thread.
 *
 * <p>Poisson arrivals have exponential distances: {@code -ln(1 - u) / rate}, u uniform in [0, 1).
 */
public final class Schedule {
    private static final double NANOS_PER_SECOND = 1e9;

    private final LoadPlan.OpenLoop plan;
    private final SplittableRandom random;
    private final double meanNanos;
    private int next;
    private double offsetNanos;

    private Schedule(LoadPlan.OpenLoop plan, long seed) {
        this.plan = plan;
        this.random = new SplittableRandom(seed);
        this.meanNanos = NANOS_PER_SECOND / plan.perSecond();
    }

    /** The schedule of that plan from its beginning. */
    public static Schedule of(LoadPlan.OpenLoop plan, long seed) {
        return new Schedule(plan, seed);
    }

    /** Whether requests are left. */
    public boolean hasNext() {
        return next < plan.requests();
    }

    /** The number of the request whose instant comes next. */
    public int nextRequest() {
        return next;
    }

    /**
     * When the next request is due, in nanoseconds since the start: multiples of the mean distance from 0 on for constant
     * arrivals, sums of exponential distances for Poisson.
     */
    public long nextNanos() {
        if (!hasNext()) {
            throw new IllegalStateException("all " + plan.requests() + " instants were read");
        }
        if (plan.arrivals() == LoadPlan.Arrivals.CONSTANT) {
            // A product and not a sum, so that no rounding error grows over the run.
            return (long) (next++ * meanNanos);
        }
        next++;
        offsetNanos -= StrictMath.log(1 - random.nextDouble()) * meanNanos;
        return (long) offsetNanos;
    }

    /** Writes what is left as CSV: {@code request,due_us}. */
    public void writeTo(Appendable out) {
        try {
            out.append("request,due_us\n");
            while (hasNext()) {
                int request = nextRequest();
                out.append(Integer.toString(request))
                        .append(',')
                        .append(micros(nextNanos()))
                        .append('\n');
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the schedule cannot be written", e);
        }
    }

    private static String micros(long nanos) {
        return nanos / 1_000 + "." + String.valueOf(1_000 + nanos % 1_000).substring(1);
    }
}
