package keepalivelab.clients.reactornetty;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;
import keepalivelab.api.client.TotalCap;
import org.jspecify.annotations.Nullable;
import reactor.netty.Connection;
import reactor.netty.resources.ConnectionPoolMetrics;
import reactor.netty.resources.ConnectionProvider;

/** Reactor Netty's pool as the knobs want it, and its own figures. */
final class ReactorNettyPool implements ConnectionProvider.MeterRegistrar {
    /** A tenth of the idle timeout: how late it closes at most. */
    private static final int CHECKS_PER_IDLE_TIMEOUT = 10;

    private final AtomicReference<@Nullable ConnectionPoolMetrics> metrics = new AtomicReference<>();
    private final ConnectionProvider provider;

    ReactorNettyPool(KnobSettings settings) {
        this.provider = settings.text(Knob.POOL_ENABLED).filter("no"::equals).isPresent()
                ? ConnectionProvider.newConnection()
                : pooled(settings);
    }

    ConnectionProvider provider() {
        return provider;
    }

    private ConnectionProvider pooled(KnobSettings settings) {
        ConnectionProvider.Builder builder = ConnectionProvider.builder("upstream")
                .maxConnections((int) TotalCap.of(settings).orElse(ReactorNettyClientFactory.DEFAULT_CONNECTIONS))
                .pendingAcquireMaxCount(-1)
                .metrics(true, () -> this);
        Optional<Duration> idle = settings.duration(Knob.POOL_IDLE_TIMEOUT);
        Optional<Duration> lifetime = settings.duration(Knob.POOL_MAX_LIFETIME);
        if (settings.count(Knob.POOL_MAX_REQUESTS).isPresent()) {
            // A predicate replaces the provider's own limits, so it has them all.
            Limits limits = new Limits(
                    settings.count(Knob.POOL_MAX_REQUESTS).getAsLong(),
                    idle.map(Duration::toMillis).orElse(Long.MAX_VALUE),
                    lifetime.map(Duration::toMillis).orElse(Long.MAX_VALUE));
            builder.evictionPredicate(limits::passed);
        } else {
            idle.ifPresent(builder::maxIdleTime);
            lifetime.ifPresent(builder::maxLifeTime);
        }
        idle.ifPresent(limit -> builder.evictInBackground(limit.dividedBy(CHECKS_PER_IDLE_TIMEOUT)));
        return builder.build();
    }

    /** What a connection may reach; times in milliseconds. */
    private record Limits(long requests, long idleMillis, long lifetimeMillis) {
        boolean passed(Connection connection, ConnectionProvider.ConnectionMetadata metadata) {
            return !connection.channel().isActive()
                    || metadata.acquireCount() >= requests
                    || metadata.idleTime() >= idleMillis
                    || metadata.lifeTime() >= lifetimeMillis;
        }
    }

    @Override
    public void registerMetrics(String name, String id, SocketAddress remote, ConnectionPoolMetrics poolMetrics) {
        metrics.set(poolMetrics);
    }

    /** The pool's own figures; empty before its first connection, and where there is no pool. */
    Map<String, Long> figures() {
        ConnectionPoolMetrics pool = metrics.get();
        return pool == null
                ? Map.of()
                : Map.of(
                        "reactor_netty_connections", (long) pool.allocatedSize(),
                        "reactor_netty_idle_connections", (long) pool.idleSize(),
                        "reactor_netty_pending", (long) pool.pendingAcquireSize());
    }
}
