package keepalivelab.clients.apache5;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.EndpointDetails;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.util.TimeValue;

/**
 * Sends a request once more when a connection that had carried others before ended.
 *
 * @param rule the neutral knob's value, which decides which requests
 */
record ReusedRetry(String rule) implements org.apache.hc.client5.http.HttpRequestRetryStrategy {
    private static final int MAX_BODY_BYTES = 64 * 1024;

    @Override
    public boolean retryRequest(HttpRequest request, IOException why, int execution, HttpContext context) {
        EndpointDetails connection = HttpCoreContext.cast(context).getEndpointDetails();
        boolean reused = connection != null && connection.getRequestCount() > 1;
        return execution == 1 && reused && ended(why) && allows(request);
    }

    private static boolean ended(IOException why) {
        return why instanceof NoHttpResponseException
                || why instanceof ConnectionClosedException
                || (why instanceof SocketException && !(why instanceof ConnectException));
    }

    private boolean allows(HttpRequest request) {
        return rule.equals("idempotent-on-reused")
                ? Method.isIdempotent(request.getMethod())
                : bodyBytes(request) <= MAX_BODY_BYTES;
    }

    private static long bodyBytes(HttpRequest request) {
        HttpEntity entity = request instanceof ClassicHttpRequest classic ? classic.getEntity() : null;
        return entity == null ? 0 : entity.getContentLength();
    }

    /** A response is never asked for again. */
    @Override
    public boolean retryRequest(HttpResponse response, int execution, HttpContext context) {
        return false;
    }

    @Override
    public TimeValue getRetryInterval(HttpResponse response, int execution, HttpContext context) {
        return TimeValue.ZERO_MILLISECONDS;
    }
}
