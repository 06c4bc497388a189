package keepalivelab.backend.rule;

import java.time.Duration;

/** A point on the life line of one connection at which a rule is looked at. Immutable. */
public sealed interface Trigger {
    /** L1: accepted, nothing read. */
    record Accepted() implements Trigger {}

    /** Q1: the first byte of a request can be read, and was not. */
    record FirstByte() implements Trigger {}

    /** Q2: the request's head was read. */
    record HeadRead() implements Trigger {}

    /** Q4: the request was read whole, nothing of its response was sent. Here a request counts as executed. */
    record RequestRead() implements Trigger {}

    /** R4: the response's last byte was given to the kernel. */
    record Answered() implements Trigger {}

    /**
     * I(t): no request has begun for that time since R4, or since the accept where there was no exchange yet.
     *
     * @param time above zero
     * @param jitter up to which a connection's own time is longer, drawn once per connection; zero for none
     */
    record Idle(Duration time, Duration jitter) implements Trigger {
        public Idle {
            positive(time);
            if (jitter.isNegative()) {
                throw new IllegalArgumentException("jitter " + jitter + " is negative");
            }
        }
    }

    /**
     * A(t): that time has passed since the accept; during an exchange it waits for the end of it.
     *
     * @param time above zero
     */
    record Age(Duration time) implements Trigger {
        public Age {
            positive(time);
        }
    }

    private static void positive(Duration time) {
        if (time.isNegative() || time.isZero()) {
            throw new IllegalArgumentException("time " + time + " is not above zero");
        }
    }
}
