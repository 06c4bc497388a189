package keepalivelab.proxies.embedded;

import java.util.EnumMap;
import java.util.concurrent.atomic.AtomicLong;

/** The counts of one worker: written by its thread only, read from anywhere. */
final class Counters {
    private final EnumMap<Counter, AtomicLong> values = new EnumMap<>(Counter.class);

    Counters() {
        for (Counter counter : Counter.values()) {
            values.put(counter, new AtomicLong());
        }
    }

    void add(Counter counter) {
        AtomicLong value = of(counter);
        // One writer, so no atomic addition is needed; the ordered store costs nothing on the hot path.
        value.setRelease(value.getPlain() + 1);
    }

    long value(Counter counter) {
        return of(counter).get();
    }

    private AtomicLong of(Counter counter) {
        AtomicLong value = values.get(counter);
        if (value == null) {
            throw new IllegalStateException("no counter " + counter);
        }
        return value;
    }
}
