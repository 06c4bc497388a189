package keepalivelab.app.run;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import keepalivelab.api.InputException;
import keepalivelab.api.Knob;
import keepalivelab.load.Windows;

/**
 * The windows of a round.
 *
 * @param warmUp load at the windows' rate before the first
 * @param length of each; zero where there are none
 * @param count 0 to judge counts only
 */
public record WindowPlan(Duration warmUp, Duration length, int count) {
    private static final Pattern FORM = Pattern.compile("(\\d{1,4})x(\\S+)");
    private static final Duration WARM_UP = Duration.ofSeconds(2);
    private static final int COUNT = 6;
    private static final Duration LENGTH = Duration.ofMillis(1500);

    /** Counts only. */
    public static final WindowPlan NONE = new WindowPlan(Duration.ZERO, Duration.ZERO, 0);

    /** What a comparison of so many cells has if nothing else is said: the same time in all, whether one cell or two. */
    static WindowPlan standard(int cells) {
        return new WindowPlan(WARM_UP, cells > 1 ? LENGTH.dividedBy(2) : LENGTH, COUNT);
    }

    /**
     * Reads {@code 3x0.5s}, or {@code none}.
     *
     * @throws InputException for anything else
     */
    public static WindowPlan parse(String text) {
        if (text.equals(Knob.NONE)) {
            return NONE;
        }
        Matcher form = FORM.matcher(text);
        Optional<Duration> length = form.matches() ? seconds(form.group(2)) : Optional.empty();
        if (length.isEmpty() || form.group(1).matches("0+")) {
            throw new InputException("--windows " + text + ": use COUNTxLENGTH like 6x1.5s or 3x500ms, or none");
        }
        return new WindowPlan(WARM_UP, length.get(), Integer.parseInt(form.group(1)));
    }

    private static Optional<Duration> seconds(String text) {
        Matcher form = Pattern.compile("(\\d{1,6}(?:\\.\\d{1,3})?)(ms|s)").matcher(text);
        if (!form.matches()) {
            return Optional.empty();
        }
        double unit = form.group(2).equals("s") ? 1e9 : 1e6;
        long nanos = Math.round(Double.parseDouble(form.group(1)) * unit);
        return nanos > 0 ? Optional.of(Duration.ofNanos(nanos)) : Optional.empty();
    }

    double seconds() {
        return length.toNanos() / 1e9;
    }

    double warmUpSeconds() {
        return warmUp.toNanos() / 1e9;
    }

    /** All windows in one load. */
    Windows whole() {
        return new Windows(warmUp, length, count);
    }

    /** One window in a load of its own, with a short warm-up of its connections. */
    Windows single() {
        return new Windows(length.dividedBy(4), length, 1);
    }
}
