package keepalivelab.api.client;

import java.util.OptionalLong;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;

/**
 * The cap of a library that limits all its connections to an upstream, idle or not, and has no limit of idle ones: requests
 * above it wait. It serves as {@link Knob#POOL_MAX_TOTAL}, and where that is not set in the place of
 * {@link Knob#POOL_MAX_IDLE}.
 */
public final class TotalCap {
    /** Stands for no limit: more than any run opens. */
    public static final int UNREACHED = 1_000_000;

    private TotalCap() {}

    /** What becomes of {@link Knob#POOL_MAX_IDLE}. */
    public static ClientKnob maxIdle(KnobSettings settings) {
        String value = settings.text(Knob.POOL_MAX_IDLE).orElseThrow();
        if (value.equals(Knob.NONE)) {
            return ClientKnob.applied();
        }
        if (value.equals("0")) {
            return ClientKnob.unsupported("it has no limit of idle connections; pool.enabled=no keeps none");
        }
        OptionalLong total = settings.count(Knob.POOL_MAX_TOTAL);
        if (total.isEmpty()) {
            return ClientKnob.emulated(
                    "it limits all connections to that number, not the idle ones; requests above it wait");
        }
        return total.getAsLong() <= Long.parseLong(value)
                ? ClientKnob.applied("pool.max-total keeps it below that anyway")
                : ClientKnob.unsupported("it has one limit, which pool.max-total sets");
    }

    /** What becomes of {@link Knob#POOL_MAX_TOTAL}. */
    public static ClientKnob maxTotal(KnobSettings settings) {
        if (settings.count(Knob.POOL_MAX_TOTAL).isPresent()) {
            return ClientKnob.applied();
        }
        return settings.count(Knob.POOL_MAX_IDLE).isPresent()
                ? ClientKnob.unsupported("it has one limit, which pool.max-idle sets")
                : ClientKnob.applied("it is set to a number that no run reaches");
    }

    /** The cap that the cell asks for, {@link #UNREACHED} for none; empty where it leaves the cap to the library. */
    public static OptionalLong of(KnobSettings settings) {
        OptionalLong total = settings.count(Knob.POOL_MAX_TOTAL);
        OptionalLong limit = total.isPresent() ? total : settings.count(Knob.POOL_MAX_IDLE);
        boolean asked = settings.text(Knob.POOL_MAX_TOTAL).isPresent()
                || settings.text(Knob.POOL_MAX_IDLE).isPresent();
        return limit.isEmpty() && asked ? OptionalLong.of(UNREACHED) : limit;
    }

    /**
     * As an upstream limit.
     *
     * @param own the library's own default
     */
    public static OptionalLong limit(KnobSettings settings, long own) {
        long cap = of(settings).orElse(own);
        return cap == UNREACHED ? OptionalLong.empty() : OptionalLong.of(cap);
    }
}
