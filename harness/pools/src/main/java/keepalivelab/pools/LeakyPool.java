package keepalivelab.pools;

import com.google.auto.service.AutoService;
import java.util.Arrays;
import java.util.List;
import keepalivelab.api.EvictionCause;
import keepalivelab.api.InputException;
import keepalivelab.api.NearestWord;
import keepalivelab.api.PoolCensus;
import keepalivelab.api.PoolFactory;
import keepalivelab.api.PoolHolder;
import keepalivelab.api.PoolSettings;
import keepalivelab.api.UpstreamPool;
import org.jspecify.annotations.Nullable;

/**
 * {@link LifoPool} with one {@link Fault}, to prove that a suite notices: a suite that passes it is wrong. Each fault is a pool
 * id of its own, {@code leaky-} and the fault's name; {@code leaky} takes the fault from the option {@code fault}.
 * Thread-safe.
 */
public final class LeakyPool<C> implements UpstreamPool<C> {
    private static final String OPTION = "fault";

    /** What is wrong with it. */
    public enum Fault {
        /** A connection that leaves for want of room is never handed to the holder, so nobody closes it. */
        FORGETS_CLOSE("forgets-close"),
        /** Every tenth lease leaves its connection in the pool, where another lease finds it again. */
        HANDS_OUT_TWICE("hands-out-twice"),
        /** It keeps one connection more than it may. */
        EXCEEDS_CAP("exceeds-cap"),
        /** Every hundredth release drops the longest idle connection although there is room. */
        DROPS_ONE_IN_100("drops-one-in-100");

        private final String word;

        Fault(String word) {
            this.word = word;
        }

        /** As written in options and ids. */
        public String word() {
            return word;
        }

        /**
         * The fault of that name.
         *
         * @throws InputException naming the nearest fault
         */
        public static Fault of(String word) {
            List<String> valid = Arrays.stream(values()).map(Fault::word).toList();
            return Arrays.stream(values())
                    .filter(fault -> fault.word.equals(word))
                    .findFirst()
                    .orElseThrow(() -> new InputException(
                            "pool leaky: unknown " + OPTION + " '" + word + "'" + NearestWord.hint(word, valid)));
        }
    }

    private static final int LEASES_PER_FAULT = 10;
    private static final int RELEASES_PER_FAULT = 100;

    private final Fault fault;
    private final int maxIdle;
    private final PoolHolder<C> holder;
    private final IdleList<C> idle = new IdleList<>();
    private int leases;
    private int releases;

    LeakyPool(Fault fault, int maxIdle, PoolHolder<C> holder) {
        this.fault = fault;
        this.maxIdle = fault == Fault.EXCEEDS_CAP ? maxIdle + 1 : maxIdle;
        this.holder = holder;
    }

    @Override
    public synchronized @Nullable C lease(long key) {
        C connection = idle.takeNewest(key);
        if (connection != null && fault == Fault.HANDS_OUT_TWICE && ++leases % LEASES_PER_FAULT == 0) {
            // Under an id that nobody releases: the pool is not told which id it hands out.
            idle.add(key, -leases, connection);
        }
        return connection;
    }

    @Override
    public void release(long key, int id, C connection) {
        C victim = store(key, id, connection);
        if (victim != null && fault != Fault.FORGETS_CLOSE) {
            holder.evictionNotice(victim);
            holder.dropped(victim, EvictionCause.FULL);
        }
    }

    private synchronized @Nullable C store(long key, int id, C connection) {
        idle.add(key, id, connection);
        boolean needless = fault == Fault.DROPS_ONE_IN_100 && ++releases % RELEASES_PER_FAULT == 0;
        return needless || idle.size() > maxIdle ? idle.takeOldest() : null;
    }

    @Override
    public synchronized boolean remove(long key, int id, C connection) {
        return idle.remove(key, id, connection);
    }

    @Override
    public synchronized int idleCount() {
        return idle.size();
    }

    @Override
    public synchronized PoolCensus census() {
        return new PoolCensus(idle.size(), 0, 0, idle.keys());
    }

    /** Makes one whose fault is the option's. */
    @AutoService(PoolFactory.class)
    public static final class Factory implements PoolFactory {
        @Override
        public String id() {
            return "leaky";
        }

        @Override
        public String semantics() {
            return "lifo with a fault on purpose, chosen by the option fault; a suite must fail it";
        }

        @Override
        public <C> UpstreamPool<C> create(PoolSettings settings, PoolHolder<C> holder) {
            String word = settings.options().getOrDefault(OPTION, Fault.FORGETS_CLOSE.word());
            return new LeakyPool<>(Fault.of(word), settings.maxIdle(), holder);
        }
    }

    /** Makes one with a fixed fault. */
    private abstract static class FixedFault implements PoolFactory {
        private final Fault fault;

        FixedFault(Fault fault) {
            this.fault = fault;
        }

        @Override
        public final String id() {
            return "leaky-" + fault.word();
        }

        @Override
        public final String semantics() {
            return "lifo that " + fault.word().replace('-', ' ') + ", on purpose; a suite must fail it";
        }

        @Override
        public final <C> UpstreamPool<C> create(PoolSettings settings, PoolHolder<C> holder) {
            return new LeakyPool<>(fault, settings.maxIdle(), holder);
        }
    }

    /** Makes one with {@link Fault#FORGETS_CLOSE}. */
    @AutoService(PoolFactory.class)
    public static final class ForgetsClose extends FixedFault {
        public ForgetsClose() {
            super(Fault.FORGETS_CLOSE);
        }
    }

    /** Makes one with {@link Fault#HANDS_OUT_TWICE}. */
    @AutoService(PoolFactory.class)
    public static final class HandsOutTwice extends FixedFault {
        public HandsOutTwice() {
            super(Fault.HANDS_OUT_TWICE);
        }
    }

    /** Makes one with {@link Fault#EXCEEDS_CAP}. */
    @AutoService(PoolFactory.class)
    public static final class ExceedsCap extends FixedFault {
        public ExceedsCap() {
            super(Fault.EXCEEDS_CAP);
        }
    }

    /** Makes one with {@link Fault#DROPS_ONE_IN_100}. */
    @AutoService(PoolFactory.class)
    public static final class DropsOneIn100 extends FixedFault {
        public DropsOneIn100() {
            super(Fault.DROPS_ONE_IN_100);
        }
    }
}
