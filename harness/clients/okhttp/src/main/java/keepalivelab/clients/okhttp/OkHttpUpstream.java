package keepalivelab.clients.okhttp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;
import keepalivelab.api.client.BodyBytes;
import keepalivelab.api.client.HeaderField;
import keepalivelab.api.client.UpstreamAnswer;
import keepalivelab.api.client.UpstreamClient;
import keepalivelab.api.client.UpstreamRequest;
import okhttp3.Call;
import okhttp3.ConnectionPool;
import okhttp3.Dispatcher;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** OkHttp towards one upstream. */
final class OkHttpUpstream implements UpstreamClient {
    /** OkHttp's own: {@code ConnectionPool} without arguments. */
    private static final int DEFAULT_IDLE = 5;

    private static final Duration DEFAULT_KEEP_ALIVE = Duration.ofMinutes(5);
    /** Longer than any run. */
    private static final Duration NEVER = Duration.ofDays(365);

    private final OkHttpClient client;
    private final OkHttpCounts counts;
    private final String origin;
    private final boolean saysClose;
    private final boolean oneShotBodies;

    private OkHttpUpstream(
            OkHttpClient client, OkHttpCounts counts, InetSocketAddress upstream, KnobSettings settings) {
        this.client = client;
        this.counts = counts;
        this.origin = "http://" + upstream.getAddress().getHostAddress() + ":" + upstream.getPort();
        this.saysClose = is(settings, Knob.UPSTREAM_CONNECTION, "close");
        this.oneShotBodies = is(settings, Knob.RETRY_RULE, "idempotent-on-reused");
    }

    static OkHttpUpstream open(InetSocketAddress upstream, KnobSettings settings) {
        OkHttpCounts counts = new OkHttpCounts();
        OkHttpClient.Builder builder = new OkHttpClient.Builder()
                .protocols(List.of(Protocol.HTTP_1_1))
                .proxy(Proxy.NO_PROXY)
                .followRedirects(false)
                .followSslRedirects(false)
                .connectionPool(pool(settings))
                .dispatcher(dispatcher(settings))
                .eventListener(counts)
                .addNetworkInterceptor(OkHttpUpstream::withoutOwnFields)
                .retryOnConnectionFailure(!is(settings, Knob.RETRY_RULE, "none"));
        settings.text(Knob.CONNECT_TIMEOUT)
                .ifPresent(value -> builder.connectTimeout(limit(settings, Knob.CONNECT_TIMEOUT)));
        settings.text(Knob.RESPONSE_TIMEOUT)
                .ifPresent(value -> builder.readTimeout(limit(settings, Knob.RESPONSE_TIMEOUT)));
        return new OkHttpUpstream(builder.build(), counts, upstream, settings);
    }

    private static boolean is(KnobSettings settings, Knob knob, String value) {
        return settings.text(knob).filter(value::equals).isPresent();
    }

    /** 0 means no limit to OkHttp. */
    private static Duration limit(KnobSettings settings, Knob knob) {
        return settings.duration(knob).orElse(Duration.ZERO);
    }

    private static ConnectionPool pool(KnobSettings settings) {
        int idle = settings.text(Knob.POOL_MAX_IDLE)
                .map(value -> (int) settings.count(Knob.POOL_MAX_IDLE).orElse(Integer.MAX_VALUE))
                .orElse(DEFAULT_IDLE);
        Duration keepAlive = settings.text(Knob.POOL_IDLE_TIMEOUT)
                .map(value -> settings.duration(Knob.POOL_IDLE_TIMEOUT).orElse(NEVER))
                .orElse(DEFAULT_KEEP_ALIVE);
        boolean off = is(settings, Knob.POOL_ENABLED, "no");
        return new ConnectionPool(off ? 0 : idle, keepAlive.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** As for blocking calls, which the dispatcher does not limit, unless a limit is asked for. */
    private static Dispatcher dispatcher(KnobSettings settings) {
        int limit = (int) settings.count(Knob.POOL_MAX_TOTAL).orElse(Integer.MAX_VALUE);
        Dispatcher dispatcher = new Dispatcher();
        dispatcher.setMaxRequests(limit);
        dispatcher.setMaxRequestsPerHost(limit);
        return dispatcher;
    }

    /** Takes out what OkHttp adds about itself and about compression, unless the client sent it. */
    private static Response withoutOwnFields(okhttp3.Interceptor.Chain chain) throws IOException {
        Request request = chain.request();
        UpstreamRequest asked = request.tag(UpstreamRequest.class);
        Request.Builder builder = request.newBuilder();
        for (String own : List.of("User-Agent", "Accept-Encoding")) {
            if (asked != null && asked.fields().stream().noneMatch(field -> field.is(own))) {
                builder.removeHeader(own);
            }
        }
        return chain.proceed(builder.build());
    }

    @Override
    public CompletableFuture<UpstreamAnswer> send(UpstreamRequest request) {
        Call call = client.newCall(translated(request));
        OkHttpAnswer answer = new OkHttpAnswer(call);
        call.enqueue(answer);
        return answer;
    }

    private Request translated(UpstreamRequest request) {
        Request.Builder builder = new Request.Builder().url(origin + request.target());
        builder.tag(UpstreamRequest.class, request);
        builder.method(request.method(), request.definesBody() ? body(request) : null);
        request.fields().forEach(field -> builder.addHeader(field.name(), field.value()));
        if (saysClose) {
            builder.header("Connection", "close");
        }
        return builder.build();
    }

    private RequestBody body(UpstreamRequest request) {
        RequestBody body = RequestBody.create(request.body().array(), null);
        boolean idempotent =
                !request.method().equals("POST") && !request.method().equals("PATCH");
        return oneShotBodies && !idempotent ? new OneShotBody(body) : body;
    }

    static UpstreamAnswer answer(Response response) throws IOException {
        List<HeaderField> fields = IntStream.range(0, response.headers().size())
                .mapToObj(i -> new HeaderField(
                        response.headers().name(i), response.headers().value(i)))
                .toList();
        return new UpstreamAnswer(
                response.code(), fields, BodyBytes.of(response.body().bytes()));
    }

    @Override
    public Map<String, Long> counters() {
        Map<String, Long> all = new LinkedHashMap<>(counts.values());
        all.put("okhttp_connections", (long) client.connectionPool().connectionCount());
        all.put("okhttp_idle_connections", (long) client.connectionPool().idleConnectionCount());
        return all;
    }

    @Override
    public void close() {
        client.dispatcher().cancelAll();
        client.dispatcher().executorService().shutdown();
        client.connectionPool().evictAll();
    }
}
