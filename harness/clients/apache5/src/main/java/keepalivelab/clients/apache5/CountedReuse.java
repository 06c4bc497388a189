package keepalivelab.clients.apache5;

import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;
import org.apache.hc.client5.http.impl.DefaultClientConnectionReuseStrategy;
import org.apache.hc.core5.http.ConnectionReuseStrategy;
import org.apache.hc.core5.http.EndpointDetails;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http.protocol.HttpCoreContext;

/**
 * Lets a connection go after a number of requests.
 *
 * @param maxRequests requests on one connection; 0 for no reuse at all
 */
record CountedReuse(long maxRequests) implements ConnectionReuseStrategy {
    /** What the knobs say; the library's own strategy where they say nothing. */
    static ConnectionReuseStrategy of(KnobSettings settings) {
        if (settings.text(Knob.POOL_ENABLED).filter("no"::equals).isPresent()) {
            return new CountedReuse(0);
        }
        return new CountedReuse(settings.count(Knob.POOL_MAX_REQUESTS).orElse(Long.MAX_VALUE));
    }

    @Override
    public boolean keepAlive(HttpRequest request, HttpResponse response, HttpContext context) {
        EndpointDetails connection = HttpCoreContext.cast(context).getEndpointDetails();
        boolean used = connection != null && connection.getRequestCount() >= maxRequests;
        return !used && DefaultClientConnectionReuseStrategy.INSTANCE.keepAlive(request, response, context);
    }
}
