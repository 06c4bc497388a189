package keepalivelab.proxies.embedded;

import com.google.auto.service.AutoService;
import keepalivelab.api.PoolFactory;
import keepalivelab.api.PoolHolder;
import keepalivelab.api.PoolSettings;
import keepalivelab.api.UpstreamPool;

/**
 * The words by which an arm chooses how the byte forwarder (role {@code l4}) opens connections ahead of need. Both are a plain
 * queue, the oldest leaves first; what differs is what {@link L4Upstreams} does around it.
 */
final class PrewarmedPool {
    static final String CHECKED = "prewarmed-checked";

    private static final String QUEUE = "fifo";

    private PrewarmedPool() {}

    /** Sockets are handed over unseen and opened ahead whatever became of the last ones. */
    @AutoService(PoolFactory.class)
    public static final class Plain implements PoolFactory {
        @Override
        public String id() {
            return "prewarmed";
        }

        @Override
        public String semantics() {
            return "sockets opened ahead of need, the oldest first, never given back; for role=l4: a dead one is handed over"
                    + " unnoticed, and a backend that is down is dialled all the same";
        }

        @Override
        public <C> UpstreamPool<C> create(PoolSettings settings, PoolHolder<C> holder) {
            return PoolFactory.of(QUEUE).create(settings, holder);
        }
    }

    /** Dead sockets are noticed before they are handed over, and a backend that is down is tried more and more rarely. */
    @AutoService(PoolFactory.class)
    public static final class Checked implements PoolFactory {
        @Override
        public String id() {
            return CHECKED;
        }

        @Override
        public String semantics() {
            return "as prewarmed, but a socket is tested before it is handed over, and filling pauses while the backend"
                    + " cannot be reached";
        }

        @Override
        public <C> UpstreamPool<C> create(PoolSettings settings, PoolHolder<C> holder) {
            return PoolFactory.of(QUEUE).create(settings, holder);
        }
    }
}
