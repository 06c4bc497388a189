package keepalivelab.clients.jdk;

import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;
import keepalivelab.api.client.BodyBytes;
import keepalivelab.api.client.HeaderField;
import keepalivelab.api.client.UpstreamAnswer;
import keepalivelab.api.client.UpstreamClient;
import keepalivelab.api.client.UpstreamRequest;

/** The JDK's client towards one upstream. */
final class JdkClient implements UpstreamClient {
    /** Longer than any run. */
    private static final String NEVER_SECONDS = "1000000";

    private final HttpClient client;
    private final String origin;
    private final boolean saysClose;
    private final Optional<Duration> responseTimeout;

    private JdkClient(HttpClient client, InetSocketAddress upstream, KnobSettings settings) {
        this.client = client;
        this.origin = "http://" + upstream.getAddress().getHostAddress() + ":" + upstream.getPort();
        this.saysClose =
                settings.text(Knob.UPSTREAM_CONNECTION).filter("close"::equals).isPresent();
        this.responseTimeout = settings.duration(Knob.RESPONSE_TIMEOUT);
    }

    static JdkClient open(InetSocketAddress upstream, KnobSettings settings) {
        // Read once by the library's classes, so before the first of them.
        setProperties(settings);
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .proxy(HttpClient.Builder.NO_PROXY);
        settings.duration(Knob.CONNECT_TIMEOUT).ifPresent(builder::connectTimeout);
        return new JdkClient(builder.build(), upstream, settings);
    }

    private static void setProperties(KnobSettings settings) {
        System.setProperty("jdk.httpclient.allowRestrictedHeaders", "connection");
        settings.text(Knob.POOL_MAX_IDLE)
                .ifPresent(value ->
                        System.setProperty("jdk.httpclient.connectionPoolSize", value.equals(Knob.NONE) ? "0" : value));
        settings.text(Knob.POOL_IDLE_TIMEOUT)
                .ifPresent(value -> System.setProperty(
                        "jdk.httpclient.keepalive.timeout",
                        settings.duration(Knob.POOL_IDLE_TIMEOUT)
                                .map(duration -> Long.toString(duration.toSeconds()))
                                .orElse(NEVER_SECONDS)));
        settings.text(Knob.RETRY_RULE).ifPresent(rule -> {
            if (rule.equals("none")) {
                System.setProperty("jdk.httpclient.redirects.retrylimit", "1");
            }
            System.setProperty(
                    "jdk.httpclient.enableAllMethodRetry", Boolean.toString(rule.equals("any-within-64KiB-on-reused")));
        });
    }

    @Override
    public CompletableFuture<UpstreamAnswer> send(UpstreamRequest request) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(origin + request.target()));
        if (request.definesBody()) {
            builder.method(
                    request.method(),
                    HttpRequest.BodyPublishers.ofByteArray(request.body().array()));
        } else if (request.method().equals("GET")) {
            // Not noBody(): before JDK 19 that says Content-Length: 0.
            builder.GET();
        } else {
            builder.method(request.method(), HttpRequest.BodyPublishers.noBody());
        }
        request.fields().forEach(field -> builder.header(field.name(), field.value()));
        if (saysClose) {
            builder.header("Connection", "close");
        }
        responseTimeout.ifPresent(builder::timeout);
        return client.sendAsync(builder.build(), HttpResponse.BodyHandlers.ofByteArray())
                .thenApply(JdkClient::answer);
    }

    private static UpstreamAnswer answer(HttpResponse<byte[]> response) {
        Stream<HeaderField> fields =
                response.headers().map().entrySet().stream().flatMap(entry -> values(entry.getKey(), entry.getValue()));
        return new UpstreamAnswer(response.statusCode(), fields.toList(), BodyBytes.of(response.body()));
    }

    private static Stream<HeaderField> values(String name, List<String> values) {
        return values.stream().map(value -> new HeaderField(name, value));
    }

    /** Before JDK 21 it cannot be closed: its connections go with the process. */
    @Override
    public void close() {}
}
