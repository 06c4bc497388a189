package keepalivelab.clients.urlconnection;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.Proxy;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;
import keepalivelab.api.client.BlockingCall;
import keepalivelab.api.client.BodyBytes;
import keepalivelab.api.client.HeaderField;
import keepalivelab.api.client.UpstreamAnswer;
import keepalivelab.api.client.UpstreamClient;
import keepalivelab.api.client.UpstreamRequest;

/** The JDK's oldest client towards one upstream. Its pool is one for the process. */
final class UrlConnectionClient implements UpstreamClient {
    /** Longer than any run, and its milliseconds fit an int. */
    private static final String NEVER_SECONDS = "1000000";

    private static final String UNREACHED_CONNECTIONS = "1000000";
    private static final int FIRST_ERROR_STATUS = 400;

    private final String origin;
    private final KnobSettings settings;
    private final Executor blocking;

    private UrlConnectionClient(InetSocketAddress upstream, KnobSettings settings, Executor blocking) {
        this.origin = "http://" + upstream.getAddress().getHostAddress() + ":" + upstream.getPort();
        this.settings = settings;
        this.blocking = blocking;
    }

    static UrlConnectionClient open(InetSocketAddress upstream, KnobSettings settings, Executor blocking) {
        // Read once by the library's classes, so before the first of them.
        setProperties(settings);
        return new UrlConnectionClient(upstream, settings, blocking);
    }

    private static void setProperties(KnobSettings settings) {
        settings.text(Knob.POOL_ENABLED)
                .ifPresent(value -> System.setProperty("http.keepAlive", Boolean.toString(value.equals("yes"))));
        settings.text(Knob.POOL_MAX_IDLE)
                .ifPresent(value -> System.setProperty(
                        "http.maxConnections", value.equals(Knob.NONE) ? UNREACHED_CONNECTIONS : value));
        settings.text(Knob.POOL_IDLE_TIMEOUT)
                .ifPresent(value -> System.setProperty(
                        "http.keepAlive.time.server",
                        settings.duration(Knob.POOL_IDLE_TIMEOUT)
                                .map(duration -> Long.toString(duration.toSeconds()))
                                .orElse(NEVER_SECONDS)));
        settings.text(Knob.RETRY_RULE)
                .ifPresent(rule -> System.setProperty(
                        "sun.net.http.retryPost", Boolean.toString(rule.equals("any-within-64KiB-on-reused"))));
    }

    @Override
    public CompletableFuture<UpstreamAnswer> send(UpstreamRequest request) {
        try {
            HttpURLConnection connection = prepared(request);
            return BlockingCall.make(blocking, () -> exchange(connection, request), connection::disconnect);
        } catch (IOException refused) {
            return CompletableFuture.failedFuture(refused);
        }
    }

    /** Nothing is opened yet. */
    private HttpURLConnection prepared(UpstreamRequest request) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) new URL(origin + request.target()).openConnection(Proxy.NO_PROXY);
        connection.setInstanceFollowRedirects(false);
        connection.setRequestMethod(request.method());
        if (settings.text(Knob.CONNECT_TIMEOUT).isPresent()) {
            connection.setConnectTimeout(millis(Knob.CONNECT_TIMEOUT));
        }
        if (settings.text(Knob.RESPONSE_TIMEOUT).isPresent()) {
            connection.setReadTimeout(millis(Knob.RESPONSE_TIMEOUT));
        }
        request.fields().forEach(field -> connection.addRequestProperty(field.name(), field.value()));
        if (settings.text(Knob.UPSTREAM_CONNECTION).filter("close"::equals).isPresent()) {
            connection.setRequestProperty("Connection", "close");
        }
        if (request.definesBody()) {
            if (request.method().equals("GET")) {
                throw new ProtocolException("HttpURLConnection would send a GET with a body as a POST");
            }
            connection.setDoOutput(true);
        }
        return connection;
    }

    /** 0, no limit, for none. */
    private int millis(Knob knob) {
        return settings.duration(knob)
                .map(duration -> Math.toIntExact(duration.toMillis()))
                .orElse(0);
    }

    private static UpstreamAnswer exchange(HttpURLConnection connection, UpstreamRequest request) throws IOException {
        if (request.definesBody()) {
            connection.getOutputStream().write(request.body().array());
        }
        int status = connection.getResponseCode();
        List<HeaderField> fields = fields(connection);
        return new UpstreamAnswer(status, fields, body(connection, status));
    }

    /** Reading it to its end is what makes the connection free for the next request. */
    private static BodyBytes body(HttpURLConnection connection, int status) throws IOException {
        try (InputStream in = status < FIRST_ERROR_STATUS ? connection.getInputStream() : connection.getErrorStream()) {
            return in == null ? BodyBytes.NONE : BodyBytes.of(in.readAllBytes());
        }
    }

    /** From 1 on: number 0 is the status line. */
    private static List<HeaderField> fields(HttpURLConnection connection) {
        List<HeaderField> fields = new ArrayList<>();
        for (int i = 1; connection.getHeaderField(i) != null; i++) {
            String name = connection.getHeaderFieldKey(i);
            if (name != null) {
                fields.add(new HeaderField(name, connection.getHeaderField(i)));
            }
        }
        return fields;
    }

    /** There is no way to close its pool: the connections go with the process. */
    @Override
    public void close() {}
}
