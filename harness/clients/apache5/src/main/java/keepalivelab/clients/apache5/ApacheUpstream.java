package keepalivelab.clients.apache5;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;
import keepalivelab.api.client.BlockingCall;
import keepalivelab.api.client.BodyBytes;
import keepalivelab.api.client.HeaderField;
import keepalivelab.api.client.TotalCap;
import keepalivelab.api.client.UpstreamAnswer;
import keepalivelab.api.client.UpstreamClient;
import keepalivelab.api.client.UpstreamRequest;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolStats;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/** HttpClient 5 towards one upstream. */
final class ApacheUpstream implements UpstreamClient {
    private final CloseableHttpClient client;
    private final PoolingHttpClientConnectionManager connections;
    private final String origin;
    private final KnobSettings settings;
    private final Executor blocking;

    private ApacheUpstream(
            HttpClientBuilder builder,
            PoolingHttpClientConnectionManager connections,
            InetSocketAddress upstream,
            KnobSettings settings,
            Executor blocking) {
        this.client = builder.setConnectionManager(connections).build();
        this.connections = connections;
        this.origin = "http://" + upstream.getAddress().getHostAddress() + ":" + upstream.getPort();
        this.settings = settings;
        this.blocking = blocking;
    }

    static ApacheUpstream open(InetSocketAddress upstream, KnobSettings settings, Executor blocking) {
        HttpClientBuilder builder = HttpClientBuilder.create()
                .disableRedirectHandling()
                .disableCookieManagement()
                .disableContentCompression()
                .disableAuthCaching()
                .disableDefaultUserAgent()
                .setDefaultRequestConfig(requests(settings))
                .setConnectionReuseStrategy(CountedReuse.of(settings));
        settings.text(Knob.RETRY_RULE).ifPresent(rule -> setRetry(builder, rule));
        settings.duration(Knob.POOL_IDLE_TIMEOUT)
                .ifPresent(idle -> builder.evictIdleConnections(TimeValue.ofMilliseconds(idle.toMillis())));
        return new ApacheUpstream(builder, connections(settings), upstream, settings, blocking);
    }

    private static void setRetry(HttpClientBuilder builder, String rule) {
        if (rule.equals("none")) {
            builder.disableAutomaticRetries();
        } else {
            builder.setRetryStrategy(new ReusedRetry(rule));
        }
    }

    private static PoolingHttpClientConnectionManager connections(KnobSettings settings) {
        PoolingHttpClientConnectionManagerBuilder builder = PoolingHttpClientConnectionManagerBuilder.create()
                .setDefaultConnectionConfig(connectionConfig(settings));
        TotalCap.of(settings).ifPresent(cap -> {
            builder.setMaxConnTotal((int) cap);
            builder.setMaxConnPerRoute((int) cap);
        });
        return builder.build();
    }

    private static ConnectionConfig connectionConfig(KnobSettings settings) {
        ConnectionConfig.Builder builder = ConnectionConfig.custom();
        settings.text(Knob.CONNECT_TIMEOUT)
                .ifPresent(value -> builder.setConnectTimeout(timeout(settings, Knob.CONNECT_TIMEOUT)));
        settings.duration(Knob.POOL_MAX_LIFETIME)
                .ifPresent(lifetime -> builder.setTimeToLive(TimeValue.ofMilliseconds(lifetime.toMillis())));
        return builder.build();
    }

    private static RequestConfig requests(KnobSettings settings) {
        RequestConfig.Builder builder = RequestConfig.custom()
                .setExpectContinueEnabled(false)
                .setProtocolUpgradeEnabled(false)
                .setAuthenticationEnabled(false);
        settings.text(Knob.RESPONSE_TIMEOUT)
                .ifPresent(value -> builder.setResponseTimeout(timeout(settings, Knob.RESPONSE_TIMEOUT)));
        settings.text(Knob.POOL_IDLE_TIMEOUT)
                .ifPresent(value -> builder.setConnectionKeepAlive(settings.duration(Knob.POOL_IDLE_TIMEOUT)
                        .map(idle -> TimeValue.ofMilliseconds(idle.toMillis()))
                        .orElse(TimeValue.NEG_ONE_MILLISECOND)));
        return builder.build();
    }

    private static Timeout timeout(KnobSettings settings, Knob knob) {
        return settings.duration(knob)
                .map(Duration::toMillis)
                .map(Timeout::ofMilliseconds)
                .orElse(Timeout.DISABLED);
    }

    @Override
    public CompletableFuture<UpstreamAnswer> send(UpstreamRequest request) {
        HttpUriRequestBase translated = translated(request);
        return BlockingCall.make(
                blocking, () -> client.execute(translated, ApacheUpstream::answer), translated::cancel);
    }

    private HttpUriRequestBase translated(UpstreamRequest request) {
        HttpUriRequestBase translated = new HttpUriRequestBase(request.method(), URI.create(origin + request.target()));
        request.fields().forEach(field -> translated.addHeader(field.name(), field.value()));
        boolean old = is(Knob.UPSTREAM_HTTP, "1.0");
        if (old) {
            translated.setVersion(HttpVersion.HTTP_1_0);
        }
        if (old || is(Knob.UPSTREAM_CONNECTION, "close")) {
            translated.setHeader("Connection", "close");
        }
        if (request.definesBody()) {
            translated.setEntity(new ByteArrayEntity(request.body().array(), null));
        }
        return translated;
    }

    private boolean is(Knob knob, String value) {
        return settings.text(knob).filter(value::equals).isPresent();
    }

    private static UpstreamAnswer answer(ClassicHttpResponse response) throws IOException {
        List<HeaderField> fields = Arrays.stream(response.getHeaders())
                .map(header -> new HeaderField(header.getName(), String.valueOf(header.getValue())))
                .toList();
        HttpEntity entity = response.getEntity();
        BodyBytes body = entity == null ? BodyBytes.NONE : BodyBytes.of(EntityUtils.toByteArray(entity));
        return new UpstreamAnswer(response.getCode(), fields, body);
    }

    @Override
    public Map<String, Long> counters() {
        PoolStats stats = connections.getTotalStats();
        return Map.of(
                "apache5_leased", (long) stats.getLeased(),
                "apache5_available", (long) stats.getAvailable(),
                "apache5_pending", (long) stats.getPending());
    }

    @Override
    public void close() {
        client.close(CloseMode.IMMEDIATE);
    }
}
