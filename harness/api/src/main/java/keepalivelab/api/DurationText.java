package keepalivelab.api;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them in scenarios and flags: a number and one unit, {@code us ms s m h}. */
public final class DurationText {
    private static final Pattern FORM = Pattern.compile("(\\d+(?:\\.\\d{1,9})?)\\s*(us|ms|s|m|h)");

    private DurationText() {}

    /**
     * Reads e.g. {@code 200ms}, {@code 1.5s}, {@code 2m}.
     *
     * @return empty if {@code text} has no unit or is no such duration
     */
    public static Optional<Duration> parse(String text) {
        Matcher matcher = FORM.matcher(text.trim());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        double nanos = Double.parseDouble(matcher.group(1)) * nanosPerUnit(matcher.group(2));
        return nanos > Long.MAX_VALUE / 4d ? Optional.empty() : Optional.of(Duration.ofNanos(Math.round(nanos)));
    }

    /** The shortest exact form, e.g. {@code 300ms}; what {@link #parse} reads back to the same duration (to 1 µs). */
    public static String format(Duration duration) {
        long micros = duration.toNanos() / 1000;
        if (micros % 1_000_000 == 0) {
            return micros / 1_000_000 + "s";
        }
        return micros % 1000 == 0 ? micros / 1000 + "ms" : micros + "us";
    }

    private static double nanosPerUnit(String unit) {
        return switch (unit) {
            case "us" -> 1e3;
            case "ms" -> 1e6;
            case "s" -> 1e9;
            case "m" -> 60e9;
            default -> 3600e9;
        };
    }
}
