package keepalivelab.clients.vertx;

import io.vertx.core.http.HttpClientRequest;
import java.util.concurrent.CompletableFuture;
import keepalivelab.api.client.UpstreamAnswer;
import org.jspecify.annotations.Nullable;

/** The answer to come of a request, which is made once a connection is there. */
final class VertxAnswer extends CompletableFuture<UpstreamAnswer> {
    private volatile @Nullable HttpClientRequest sent;

    /** The request is being sent. */
    void sentBy(HttpClientRequest request) {
        sent = request;
        if (isCancelled()) {
            request.reset();
        }
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean cancelled = super.cancel(mayInterruptIfRunning);
        HttpClientRequest request = sent;
        if (cancelled && request != null) {
            request.reset();
        }
        return cancelled;
    }
}
