package keepalivelab.api.client;

import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A client library with its pool, open towards one upstream. Thread-safe. */
public interface UpstreamClient extends AutoCloseable {
    /**
     * Sends a request, once as far as we are concerned: what the library sends again by itself is its own. Never blocks.
     *
     * @return the complete response, or the library's own exception, completed on any thread. Cancelling it lets go of the
     *     exchange in the library's way
     */
    CompletableFuture<UpstreamAnswer> send(UpstreamRequest request);

    /** What the library counts by itself, by names of letters, digits and underscores; empty where it counts nothing. */
    default Map<String, Long> counters() {
        return Map.of();
    }

    /** Closes every connection. */
    @Override
    void close();
}
