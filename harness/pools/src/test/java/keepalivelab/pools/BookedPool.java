package keepalivelab.pools;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import keepalivelab.api.EvictionCause;
import keepalivelab.api.PoolFactory;
import keepalivelab.api.PoolHolder;
import keepalivelab.api.PoolSettings;
import keepalivelab.api.UpstreamPool;
import org.jspecify.annotations.Nullable;

/**
 * A pool with a book kept beside it: where each connection is, as its user can know. An entry that would contradict the
 * book fails at once. Thread-safe.
 */
final class BookedPool implements PoolHolder<Conn> {
    enum Place {
        IDLE,
        LEASED,
        DROPPED,
        REMOVED
    }

    final UpstreamPool<Conn> pool;
    final Map<Conn, Place> book = new ConcurrentHashMap<>();
    final ConcurrentLinkedQueue<String> contradictions = new ConcurrentLinkedQueue<>();
    final AtomicInteger drops = new AtomicInteger();
    final ConcurrentLinkedQueue<Conn> noticed = new ConcurrentLinkedQueue<>();
    final ConcurrentLinkedQueue<Conn> droppedAsFull = new ConcurrentLinkedQueue<>();

    BookedPool(PoolFactory factory, PoolSettings settings) {
        this.pool = factory.create(settings, this);
    }

    @Override
    public void evictionNotice(Conn connection) {
        noticed.add(connection);
    }

    @Override
    public void dropped(Conn connection, EvictionCause cause) {
        drops.incrementAndGet();
        if (cause == EvictionCause.FULL) {
            droppedAsFull.add(connection);
        }
        move(connection, Place.DROPPED);
    }

    /** Releases a new connection. */
    Conn release(long key, int id) {
        Conn connection = new Conn(key, id);
        release(connection);
        return connection;
    }

    void release(Conn connection) {
        book.put(connection, Place.IDLE);
        pool.release(connection.key, connection.id, connection);
    }

    @Nullable
    Conn lease(long key) {
        Conn connection = pool.lease(key);
        if (connection != null) {
            if (connection.key != key) {
                contradictions.add("a lease for key " + key + " gave " + connection);
            }
            move(connection, Place.LEASED);
        }
        return connection;
    }

    boolean remove(Conn connection) {
        boolean held = pool.remove(connection.key, connection.id, connection);
        if (held) {
            move(connection, Place.REMOVED);
        }
        return held;
    }

    private void move(Conn connection, Place to) {
        Place from = book.put(connection, to);
        if (from != Place.IDLE) {
            contradictions.add(connection + " went from " + from + " to " + to);
        }
    }

    int idleByBook() {
        return (int) book.values().stream().filter(p -> p == Place.IDLE).count();
    }

    /** Leases until nothing is left under these keys. */
    int drain(long... keys) {
        int count = 0;
        for (long key : keys) {
            while (lease(key) != null) {
                count++;
            }
        }
        return count;
    }

    /** At least once each time: nothing contradicted the book so far. */
    void assertSound() {
        assertThat(contradictions).as("contradictions").isEmpty();
    }
}
