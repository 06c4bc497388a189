package keepalivelab.clients.jetty;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import keepalivelab.api.client.UpstreamAnswer;
import org.eclipse.jetty.client.BufferingResponseListener;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;

/** The answer to come of a request. */
final class JettyAnswer extends CompletableFuture<UpstreamAnswer> {
    /** Far more than the process has room for: its heap is the limit. */
    private static final int MAX_BYTES = 1 << 30;

    private final Request request;

    JettyAnswer(Request request) {
        this.request = request;
    }

    /** What fills this answer. */
    Response.Listener listener() {
        return new BufferingResponseListener(MAX_BYTES) {
            @Override
            public void onComplete(Result result) {
                Throwable failure = result.getFailure();
                if (failure != null) {
                    completeExceptionally(failure);
                } else {
                    Response response = result.getResponse();
                    byte[] body = getContent();
                    complete(JettyUpstream.answer(
                            response.getStatus(), response.getHeaders(), body == null ? new byte[0] : body));
                }
            }
        };
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored")
    public boolean cancel(boolean mayInterruptIfRunning) {
        request.abort(new CancellationException("the client is gone"));
        return super.cancel(mayInterruptIfRunning);
    }
}
