package keepalivelab.clients.vertx;

import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.spi.metrics.HttpClientMetrics;
import io.vertx.core.spi.metrics.VertxMetrics;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** What Vert.x tells of its client's connections, counted. Thread-safe. */
final class VertxCounts implements VertxMetrics {
    private final LongAdder opened = new LongAdder();
    private final LongAdder closed = new LongAdder();

    @Override
    public HttpClientMetrics<?, ?, ?> createHttpClientMetrics(HttpClientOptions options) {
        return new HttpClientMetrics<Object, Object, Object>() {
            @Override
            public Object connected(SocketAddress remote, String name) {
                opened.increment();
                return remote;
            }

            @Override
            public void disconnected(Object connection, SocketAddress remote) {
                closed.increment();
            }
        };
    }

    /** Connections opened, and those of them that are closed again. */
    Map<String, Long> values() {
        return Map.of("vertx_connects", opened.sum(), "vertx_disconnects", closed.sum());
    }
}
