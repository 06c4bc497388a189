package keepalivelab.clients.vertx;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.metrics.MetricsOptions;
import java.net.InetSocketAddress;
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

/** Vert.x towards one upstream. */
final class VertxUpstream implements UpstreamClient {
    private final Vertx vertx;
    private final VertxCounts counts;
    private final HttpClient client;
    private final InetSocketAddress upstream;
    private final KnobSettings settings;

    private VertxUpstream(Vertx vertx, VertxCounts counts, InetSocketAddress upstream, KnobSettings settings) {
        this.vertx = vertx;
        this.counts = counts;
        this.client = vertx.createHttpClient(options(settings), pool(settings));
        this.upstream = upstream;
        this.settings = settings;
    }

    static VertxUpstream open(InetSocketAddress upstream, KnobSettings settings) {
        VertxCounts counts = new VertxCounts();
        // Nothing is read from files, and a folder for them would be left behind.
        FileSystemOptions files =
                new FileSystemOptions().setClassPathResolvingEnabled(false).setFileCachingEnabled(false);
        VertxOptions options =
                new VertxOptions().setFileSystemOptions(files).setMetricsOptions(new MetricsOptions().setEnabled(true));
        settings.count(Knob.WORKERS).ifPresent(workers -> options.setEventLoopPoolSize((int) workers));
        Vertx vertx = Vertx.builder().with(options).withMetrics(any -> counts).build();
        return new VertxUpstream(vertx, counts, upstream, settings);
    }

    private static HttpClientOptions options(KnobSettings settings) {
        boolean old = is(settings, Knob.UPSTREAM_HTTP, "1.0");
        boolean once = is(settings, Knob.POOL_ENABLED, "no") || is(settings, Knob.UPSTREAM_CONNECTION, "close");
        HttpClientOptions options = new HttpClientOptions()
                .setProtocolVersion(old ? HttpVersion.HTTP_1_0 : HttpVersion.HTTP_1_1)
                .setKeepAlive(!once && !old)
                .setPipelining(false)
                .setDecompressionSupported(false);
        // 0 means no limit to Vert.x.
        settings.text(Knob.POOL_IDLE_TIMEOUT)
                .ifPresent(value -> options.setKeepAliveTimeout(settings.duration(Knob.POOL_IDLE_TIMEOUT)
                        .map(idle -> Math.toIntExact(idle.toSeconds()))
                        .orElse(0)));
        settings.text(Knob.CONNECT_TIMEOUT)
                .ifPresent(value -> options.setConnectTimeout(millis(settings, Knob.CONNECT_TIMEOUT)));
        return options;
    }

    private static boolean is(KnobSettings settings, Knob knob, String value) {
        return settings.text(knob).filter(value::equals).isPresent();
    }

    private static PoolOptions pool(KnobSettings settings) {
        PoolOptions options = new PoolOptions();
        TotalCap.of(settings).ifPresent(cap -> options.setHttp1MaxSize((int) cap));
        settings.duration(Knob.POOL_MAX_LIFETIME)
                .ifPresent(lifetime -> options.setMaxLifetimeUnit(TimeUnit.MILLISECONDS)
                        .setMaxLifetime(Math.toIntExact(lifetime.toMillis())));
        return options;
    }

    /** 0, no limit, for none. */
    private static int millis(KnobSettings settings, Knob knob) {
        return settings.duration(knob)
                .map(duration -> Math.toIntExact(duration.toMillis()))
                .orElse(0);
    }

    @Override
    public CompletableFuture<UpstreamAnswer> send(UpstreamRequest request) {
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.valueOf(request.method()))
                .setHost(upstream.getAddress().getHostAddress())
                .setPort(upstream.getPort())
                .setURI(request.target())
                .setFollowRedirects(false);
        if (settings.text(Knob.RESPONSE_TIMEOUT).isPresent()) {
            options.setIdleTimeout(millis(settings, Knob.RESPONSE_TIMEOUT));
        }
        VertxAnswer answer = new VertxAnswer();
        // On a loop of Vert.x: asked for by another thread, a body may have gone by, and is awaited for ever.
        vertx.getOrCreateContext().runOnContext(onLoop -> exchange(options, request, answer));
        return answer;
    }

    private void exchange(RequestOptions options, UpstreamRequest request, VertxAnswer answer) {
        // Begun this way, what the client throws is a failed answer like any other.
        Future.succeededFuture()
                .compose(any -> client.request(options))
                .compose(sent -> send(sent, request, answer))
                .compose(response -> response.body().map(body -> answer(response, body)))
                .onComplete(answer::handOn);
    }

    private static Future<HttpClientResponse> send(
            HttpClientRequest sent, UpstreamRequest request, VertxAnswer answer) {
        answer.sentBy(sent);
        request.fields().forEach(field -> sent.headers().add(field.name(), field.value()));
        return request.definesBody() ? sent.send(Buffer.buffer(request.body().array())) : sent.send();
    }

    private static UpstreamAnswer answer(HttpClientResponse response, Buffer body) {
        List<HeaderField> fields = response.headers().entries().stream()
                .map(entry -> new HeaderField(entry.getKey(), entry.getValue()))
                .toList();
        return new UpstreamAnswer(response.statusCode(), fields, BodyBytes.of(body.getBytes()));
    }

    @Override
    public Map<String, Long> counters() {
        return counts.values();
    }

    @Override
    public void close() {
        client.close();
        vertx.close();
    }
}
