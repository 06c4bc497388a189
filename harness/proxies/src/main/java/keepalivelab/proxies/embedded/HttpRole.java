package keepalivelab.proxies.embedded;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import keepalivelab.api.Knob;
import keepalivelab.api.PoolFactory;
import keepalivelab.api.PoolSettings;

/** The reverse proxy's role with a pool of ours: pinned workers in front of a pool of upstream connections. */
final class HttpRole {
    private HttpRole() {}

    static Front start(EmbeddedConfig config, Supplier<String> counts, Consumer<String> log) throws IOException {
        UpstreamGroup measured = group(config, config.upstream(), true);
        UpstreamGroup warm =
                config.probe().map(address -> group(config, address, false)).orElse(null);
        Routes<UpstreamGroup> routes = new Routes<>(measured, warm, counts, log);
        return new PinnedFront(
                config,
                PinnedFront.workers(config.workers()),
                (worker, channel) -> DownstreamLink.adopt(worker, routes, Exchange::new, channel),
                () -> Map.of(
                        Front.UPSTREAM_IDLE, (long) measured.idleCount(),
                        Front.UPSTREAM_OPEN, (long) measured.openCount()));
    }

    private static UpstreamGroup group(EmbeddedConfig config, InetSocketAddress address, boolean counted) {
        int maxIdle = (int) config.count(Knob.POOL_MAX_IDLE).orElse(Integer.MAX_VALUE / 4);
        return new UpstreamGroup(
                address,
                new UpstreamGroup.Settings(
                        Limits.of(config),
                        config.dialect(),
                        RetryRule.of(config.value(Knob.RETRY_RULE)),
                        config.value(Knob.POOL_ENABLED).equals("yes"),
                        counted),
                UpstreamGroup.PoolMaker.of(PoolFactory.of(config.pool()), PoolSettings.of(maxIdle, config.workers())));
    }
}
