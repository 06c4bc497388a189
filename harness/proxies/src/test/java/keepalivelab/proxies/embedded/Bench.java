package keepalivelab.proxies.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;

/** An origin and an embedded proxy in front of it. */
record Bench(Origin origin, EmbeddedProxy proxy, List<String> log) implements AutoCloseable {
    /** Settings are pairs of key and value; {@code pool} and {@code probe} are keys too. */
    static Bench of(Origin origin, String... settings) throws IOException {
        Map<Knob, String> knobs = new HashMap<>();
        String pool = EmbeddedConfig.DEFAULT_POOL;
        Optional<InetSocketAddress> probe = Optional.empty();
        for (int i = 0; i < settings.length; i += 2) {
            switch (settings[i]) {
                case "pool" -> pool = settings[i + 1];
                case "probe" ->
                    probe = Optional.of(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(settings[i + 1])));
                default -> knobs.put(Knob.of(settings[i]), settings[i + 1]);
            }
        }
        InetSocketAddress listen = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        List<String> log = new CopyOnWriteArrayList<>();
        EmbeddedConfig config =
                new EmbeddedConfig(listen, origin.address(), probe, pool, new KnobSettings(knobs, Set.of()));
        return new Bench(origin, EmbeddedProxy.start(config, log::add), log);
    }

    Peer client() throws IOException {
        return Peer.dial(proxy.address());
    }

    long count(Counter counter) {
        Long value = proxy.counters().get(counter.key());
        return value == null ? -1 : value;
    }

    @Override
    public void close() throws IOException {
        Throwable failure = proxy.failure();
        proxy.close();
        origin.close();
        if (failure != null) {
            throw new AssertionError("a worker failed", failure);
        }
    }
}
