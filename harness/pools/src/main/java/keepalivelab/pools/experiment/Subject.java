package keepalivelab.pools.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import keepalivelab.api.EvictionCause;
import keepalivelab.api.PoolCensus;
import keepalivelab.api.PoolFactory;
import keepalivelab.api.PoolHolder;
import keepalivelab.api.PoolSettings;
import keepalivelab.api.UpstreamPool;
import org.jspecify.annotations.Nullable;

/** A pool under experiment, with everything it says of itself written down. Thread-safe. */
final class Subject implements PoolHolder<Subject.Member> {
    /** Stands for a connection; told from others by identity. */
    static final class Member {
        final int id;
        final Phase phase;

        Member(int id, Phase phase) {
            this.id = id;
            this.phase = phase;
        }
    }

    /** When a member was put. */
    enum Phase {
        FIRST,
        LATE
    }

    private final UpstreamPool<Member> pool;
    private final Set<Member> noticed = ConcurrentHashMap.newKeySet();
    private final Set<Member> lost = ConcurrentHashMap.newKeySet();
    private final AtomicReference<@Nullable Runnable> onNextNotice = new AtomicReference<>();
    private final AtomicInteger notices = new AtomicInteger();
    private final AtomicInteger drops = new AtomicInteger();

    Subject(PoolFactory factory, PoolSettings settings) {
        this.pool = factory.create(settings, this);
    }

    @Override
    public void evictionNotice(Member member) {
        noticed.add(member);
        notices.incrementAndGet();
        Runnable now = onNextNotice.getAndSet(null);
        if (now != null) {
            now.run();
        }
    }

    @Override
    public void dropped(Member member, EvictionCause cause) {
        drops.incrementAndGet();
        if (cause == EvictionCause.LOST) {
            lost.add(member);
        }
    }

    /** Does this once, within the next eviction notice. */
    void onNextNotice(Runnable task) {
        onNextNotice.set(task);
    }

    Member put(long key, int id) {
        return put(key, id, Phase.FIRST);
    }

    Member put(long key, int id, Phase phase) {
        Member member = new Member(id, phase);
        pool.release(key, id, member);
        return member;
    }

    @Nullable
    Member take(long key) {
        return pool.lease(key);
    }

    boolean remove(long key, Member member) {
        return pool.remove(key, member.id, member);
    }

    /** Takes until nothing more comes, under each key in turn. */
    List<Member> takeAll(long firstKey, long lastKey) {
        List<Member> taken = new ArrayList<>();
        for (long key = firstKey; key <= lastKey; key++) {
            Member member = take(key);
            while (member != null) {
                taken.add(member);
                member = take(key);
            }
        }
        return taken;
    }

    int idle() {
        return pool.idleCount();
    }

    PoolCensus census() {
        return pool.census();
    }

    boolean gotNotice(Member member) {
        return noticed.contains(member);
    }

    boolean wasLost(Member member) {
        return lost.contains(member);
    }

    int notices() {
        return notices.get();
    }

    int drops() {
        return drops.get();
    }

    int losses() {
        return lost.size();
    }
}
