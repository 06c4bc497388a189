package keepalivelab.clients.okhttp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import okhttp3.Call;
import okhttp3.Connection;
import okhttp3.EventListener;
import okhttp3.Protocol;
import org.jspecify.annotations.Nullable;

/** What OkHttp tells of its connections, counted. Thread-safe. */
final class OkHttpCounts extends EventListener {
    private final LongAdder connects = new LongAdder();
    private final LongAdder connectFailures = new LongAdder();
    private final LongAdder acquired = new LongAdder();
    private final LongAdder retries = new LongAdder();

    @Override
    public void connectEnd(Call call, InetSocketAddress address, Proxy proxy, @Nullable Protocol protocol) {
        connects.increment();
    }

    @Override
    public void connectFailed(
            Call call, InetSocketAddress address, Proxy proxy, @Nullable Protocol protocol, IOException why) {
        connectFailures.increment();
    }

    @Override
    public void connectionAcquired(Call call, Connection connection) {
        acquired.increment();
    }

    @Override
    public void retryDecision(Call call, IOException why, boolean retry) {
        if (retry) {
            retries.increment();
        }
    }

    /**
     * Connections opened, and dials that failed; connections given to a call, new or pooled, so that those minus connects are
     * reuses; calls sent once more.
     */
    Map<String, Long> values() {
        return Map.of(
                "okhttp_connects", connects.sum(),
                "okhttp_connect_failures", connectFailures.sum(),
                "okhttp_connections_acquired", acquired.sum(),
                "okhttp_retries", retries.sum());
    }
}
