package keepalivelab.clients.jetty;

import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;
import keepalivelab.api.client.BodyBytes;
import keepalivelab.api.client.HeaderField;
import keepalivelab.api.client.TotalCap;
import keepalivelab.api.client.UpstreamAnswer;
import keepalivelab.api.client.UpstreamClient;
import keepalivelab.api.client.UpstreamRequest;
import org.eclipse.jetty.client.AbstractConnectionPool;
import org.eclipse.jetty.client.BytesRequestContent;
import org.eclipse.jetty.client.Destination;
import org.eclipse.jetty.client.DuplexConnectionPool;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.http.HttpCookieStore;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.ConnectionStatistics;

/** The Jetty client towards one upstream. */
final class JettyUpstream implements UpstreamClient {
    /** To Jetty as many as it finds fit: one for every two cores. */
    private static final int OWN_SELECTORS = -1;

    private final HttpClient client;
    private final ConnectionStatistics statistics = new ConnectionStatistics();
    private final InetSocketAddress upstream;
    private final KnobSettings settings;

    private JettyUpstream(HttpClient client, InetSocketAddress upstream, KnobSettings settings) {
        this.client = client;
        this.upstream = upstream;
        this.settings = settings;
        client.addBean(statistics);
    }

    static JettyUpstream open(InetSocketAddress upstream, KnobSettings settings) {
        int selectors = (int) settings.count(Knob.WORKERS).orElse(OWN_SELECTORS);
        HttpClientTransportOverHTTP transport = new HttpClientTransportOverHTTP(selectors);
        transport.setConnectionPoolFactory(destination -> pool(destination, settings));
        HttpClient client = new HttpClient(transport);
        client.setFollowRedirects(false);
        client.setUserAgentField(null);
        client.setDefaultRequestContentType(null);
        client.setHttpCookieStore(new HttpCookieStore.Empty());
        TotalCap.of(settings).ifPresent(cap -> client.setMaxConnectionsPerDestination((int) cap));
        settings.text(Knob.CONNECT_TIMEOUT)
                .ifPresent(value -> client.setConnectTimeout(millis(settings, Knob.CONNECT_TIMEOUT)));
        settings.text(Knob.POOL_IDLE_TIMEOUT)
                .ifPresent(value -> client.setIdleTimeout(millis(settings, Knob.POOL_IDLE_TIMEOUT)));
        JettyUpstream jetty = new JettyUpstream(client, upstream, settings);
        jetty.start();
        return jetty;
    }

    private static DuplexConnectionPool pool(Destination destination, KnobSettings settings) {
        DuplexConnectionPool pool = new DuplexConnectionPool(
                destination, destination.getHttpClient().getMaxConnectionsPerDestination());
        if (settings.text(Knob.POOL_ENABLED).filter("no"::equals).isPresent()) {
            pool.setMaxUsage(1);
        } else {
            settings.count(Knob.POOL_MAX_REQUESTS).ifPresent(requests -> pool.setMaxUsage((int) requests));
        }
        settings.duration(Knob.POOL_MAX_LIFETIME).ifPresent(lifetime -> pool.setMaxDuration(lifetime.toMillis()));
        return pool;
    }

    /** 0 means no limit to Jetty. */
    private static long millis(KnobSettings settings, Knob knob) {
        return settings.duration(knob).map(java.time.Duration::toMillis).orElse(0L);
    }

    private void start() {
        try {
            client.start();
        } catch (Exception e) {
            throw new IllegalStateException("the Jetty client does not start", e);
        }
        // With the start come handlers for redirects, authentication and 100 Continue, and a decoder of gzip.
        client.getProtocolHandlers().clear();
        client.getContentDecoderFactories().clear();
    }

    @Override
    public CompletableFuture<UpstreamAnswer> send(UpstreamRequest request) {
        Request translated = translated(request);
        JettyAnswer answer = new JettyAnswer(translated);
        translated.send(answer.listener());
        return answer;
    }

    private Request translated(UpstreamRequest request) {
        Request translated = client.newRequest(upstream.getAddress().getHostAddress(), upstream.getPort())
                .method(request.method())
                .path(request.target())
                .version(is(Knob.UPSTREAM_HTTP, "1.0") ? HttpVersion.HTTP_1_0 : HttpVersion.HTTP_1_1)
                .headers(fields -> request.fields().forEach(field -> fields.add(field.name(), field.value())));
        if (is(Knob.UPSTREAM_CONNECTION, "close")) {
            translated.headers(fields -> fields.put("Connection", "close"));
        }
        if (settings.text(Knob.RESPONSE_TIMEOUT).isPresent()
                || settings.text(Knob.POOL_IDLE_TIMEOUT).isPresent()) {
            // Else the limit for idle connections would end a slow exchange.
            translated.idleTimeout(millis(settings, Knob.RESPONSE_TIMEOUT), TimeUnit.MILLISECONDS);
        }
        if (request.definesBody()) {
            translated.body(
                    new BytesRequestContent((String) null, request.body().array()));
        }
        return translated;
    }

    private boolean is(Knob knob, String value) {
        return settings.text(knob).filter(value::equals).isPresent();
    }

    static UpstreamAnswer answer(int status, Iterable<HttpField> fields, byte[] body) {
        List<HeaderField> all = new java.util.ArrayList<>();
        fields.forEach(field -> all.add(new HeaderField(field.getName(), String.valueOf(field.getValue()))));
        return new UpstreamAnswer(status, all, BodyBytes.of(body));
    }

    /** Connections opened so far, and those that are in the pool, idle or not. */
    @Override
    public Map<String, Long> counters() {
        Map<String, Long> counters = new LinkedHashMap<>();
        counters.put("jetty_connects", statistics.getConnectionsTotal());
        for (Destination destination : client.getDestinations()) {
            if (destination.getConnectionPool() instanceof AbstractConnectionPool pool) {
                counters.put("jetty_connections", (long) pool.getConnectionCount());
                counters.put("jetty_idle_connections", (long) pool.getIdleConnectionCount());
            }
        }
        return counters;
    }

    @Override
    public void close() {
        try {
            client.stop();
        } catch (Exception e) {
            throw new IllegalStateException("the Jetty client does not stop", e);
        }
    }
}
