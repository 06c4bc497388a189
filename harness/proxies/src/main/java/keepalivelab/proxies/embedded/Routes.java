package keepalivelab.proxies.embedded;

import java.util.function.Consumer;
import java.util.function.Supplier;
import keepalivelab.wire.Head;
import org.jspecify.annotations.Nullable;

/**
 * Where a request goes. Thread-safe.
 *
 * @param <U> the kind of upstream that requests go to
 * @param measured the measured upstream
 * @param warm the probe upstream, with a pool of its own; null where there is none
 * @param counts the body of {@code /-counters}
 * @param log where lines for people go
 */
record Routes<U extends Upstream>(U measured, @Nullable U warm, Supplier<String> counts, Consumer<String> log) {
    /** Answered with 204 without asking anybody. */
    static final String READY = "/-ready";
    /** Paths that begin so go to the probe backend. */
    static final String WARM = "/-warm";
    /** Answered with the proxy's own counts. */
    static final String COUNTERS = "/-counters";

    /** Whether the target is one of ours: the one test that ordinary requests have to pass. */
    static boolean own(Head head) {
        return head.targetStartsWith("/-");
    }
}
