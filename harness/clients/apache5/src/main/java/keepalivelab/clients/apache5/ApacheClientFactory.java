package keepalivelab.clients.apache5;

import com.google.auto.service.AutoService;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import keepalivelab.api.CapabilitySheet;
import keepalivelab.api.EarlyClose;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;
import keepalivelab.api.VersionFile;
import keepalivelab.api.client.ClientKnob;
import keepalivelab.api.client.TotalCap;
import keepalivelab.api.client.UpstreamClient;
import keepalivelab.api.client.UpstreamClientFactory;

/**
 * Apache HttpClient 5, its classic (blocking) client. Sources: {@code PoolingHttpClientConnectionManager} (25 connections, 5 a
 * route), {@code DefaultHttpRequestRetryStrategy}, {@code RequestConfig} (idle connections live for 3 minutes).
 */
@AutoService(UpstreamClientFactory.class)
public final class ApacheClientFactory implements UpstreamClientFactory {
    /** {@code PoolingHttpClientConnectionManager.DEFAULT_MAX_CONNECTIONS_PER_ROUTE}. */
    private static final int DEFAULT_PER_ROUTE = 5;

    @Override
    public String id() {
        return "apache5";
    }

    @Override
    public String title() {
        return "Apache HttpClient 5, classic, one thread per request";
    }

    @Override
    public String version() {
        return VersionFile.beside(ApacheClientFactory.class);
    }

    @Override
    public CapabilitySheet sheet() {
        return new CapabilitySheet(
                        "the whole client",
                        Duration.ofMillis(1),
                        CapabilitySheet.WhenFull.QUEUES,
                        "idempotent methods, once, when a connection fails, new or reused; by default also after 429 and 503,"
                                + " a second later",
                        List.of(
                                "it does not look whether an idle connection was closed meanwhile (validateAfterInactivity is off)",
                                "an idle connection is not used after its timeout, and closed at the latest after twice that"))
                .with(EarlyClose.of("idempotent-on-reused", "502"));
    }

    @Override
    public ClientKnob mapping(Knob knob, KnobSettings settings) {
        String value = settings.text(knob).orElseThrow();
        return switch (knob) {
            case POOL_ENABLED, UPSTREAM_CONNECTION -> ClientKnob.applied();
            case UPSTREAM_HTTP ->
                value.equals("1.0") ? ClientKnob.applied("with Connection: close") : ClientKnob.applied();
            case POOL_MAX_IDLE -> TotalCap.maxIdle(settings);
            case POOL_MAX_TOTAL -> TotalCap.maxTotal(settings);
            case POOL_IDLE_TIMEOUT, POOL_MAX_LIFETIME, CONNECT_TIMEOUT, RESPONSE_TIMEOUT ->
                ClientKnob.inUnitsOf("1ms", value);
            case POOL_MAX_REQUESTS ->
                value.equals(Knob.NONE)
                        ? ClientKnob.applied()
                        : ClientKnob.emulated("a reuse strategy that looks at the connection's count of requests");
            case RETRY_RULE ->
                value.equals(Knob.NONE)
                        ? ClientKnob.applied()
                        : ClientKnob.emulated("a retry strategy that looks at method and connection, once per request");
            default -> ClientKnob.unsupported("HttpClient has no such thing");
        };
    }

    @Override
    public OptionalLong upstreamLimit(KnobSettings settings) {
        return TotalCap.limit(settings, DEFAULT_PER_ROUTE);
    }

    @Override
    public UpstreamClient open(InetSocketAddress upstream, KnobSettings settings, Executor blocking) {
        return ApacheUpstream.open(upstream, settings, blocking);
    }
}
