package keepalivelab.clients.vertx;

import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientRequest;
import java.util.concurrent.CompletableFuture;
import keepalivelab.api.client.UpstreamAnswer;
import org.jspecify.annotations.Nullable;

/**
 * The answer to come of a request, which is made once a connection is there. It is handed on after the event that brought its
 * last byte: within that event Vert.x tells of the answer first and gives the connection back to the pool then, so that whoever
 * asks again at once would find it busy.
 */
final class VertxAnswer extends CompletableFuture<UpstreamAnswer> {
    private volatile @Nullable HttpClientRequest sent;

    /** The request is being sent. */
    void sentBy(HttpClientRequest request) {
        sent = request;
        if (isCancelled()) {
            request.reset();
        }
    }

    /** The exchange has ended. */
    void handOn(AsyncResult<UpstreamAnswer> result) {
        Context context = Vertx.currentContext();
        if (context == null) {
            end(result);
        } else {
            context.runOnContext(next -> end(result));
        }
    }

    private void end(AsyncResult<UpstreamAnswer> result) {
        if (result.succeeded()) {
            complete(result.result());
        } else {
            completeExceptionally(result.cause());
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
