package keepalivelab.proxies.process;

import java.time.Duration;
import java.util.function.LongFunction;
import keepalivelab.api.DurationText;
import keepalivelab.api.Knob;

/**
 * A time that a proxy takes in whole steps. What is no whole number of them is unsupported: it is never rounded.
 *
 * @param name the proxy's word for it, for notes
 * @param step the step, e.g. 1 s
 * @param line writes it, given the number of steps
 */
public record StepTime(String name, Duration step, LongFunction<String> line) {
    /** Longer than any run, and still below 2^31 ms, where some proxies overflow. */
    private static final Duration NEVER = Duration.ofDays(7);

    /** One in whole seconds. */
    public static StepTime seconds(String name, LongFunction<String> line) {
        return new StepTime(name, Duration.ofSeconds(1), line);
    }

    /** One in whole milliseconds. */
    public static StepTime millis(String name, LongFunction<String> line) {
        return new StepTime(name, Duration.ofMillis(1), line);
    }

    /** What becomes of a valid duration; {@code none} becomes a time that no run reaches. */
    public Directive directive(String value) {
        if (value.equals(Knob.NONE)) {
            return Directive.emulated(
                    line.apply(NEVER.dividedBy(step)), name + " knows no 'none': a time that no run reaches");
        }
        Duration duration = DurationText.parse(value).orElseThrow();
        long steps = duration.dividedBy(step);
        return steps > 0 && step.multipliedBy(steps).equals(duration)
                ? Directive.applied(line.apply(steps))
                : Directive.unsupported(name + " takes whole steps of " + DurationText.format(step));
    }
}
