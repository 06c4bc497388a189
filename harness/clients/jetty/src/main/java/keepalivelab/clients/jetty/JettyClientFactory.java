package keepalivelab.clients.jetty;

import com.google.auto.service.AutoService;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import keepalivelab.api.CapabilitySheet;
import keepalivelab.api.CounterMeaning;
import keepalivelab.api.EarlyClose;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;
import keepalivelab.api.LedgerCount;
import keepalivelab.api.VersionFile;
import keepalivelab.api.client.ClientKnob;
import keepalivelab.api.client.TotalCap;
import keepalivelab.api.client.UpstreamClient;
import keepalivelab.api.client.UpstreamClientFactory;

/** The Jetty client. Sources: its {@code HttpClient} (64 connections a destination) and {@code AbstractConnectionPool}. */
@AutoService(UpstreamClientFactory.class)
public final class JettyClientFactory implements UpstreamClientFactory {
    /** {@code HttpClient.getMaxConnectionsPerDestination()}, unless set. */
    private static final int DEFAULT_PER_DESTINATION = 64;

    @Override
    public String id() {
        return "jetty";
    }

    @Override
    public String title() {
        return "Jetty's HttpClient, asynchronous";
    }

    @Override
    public String version() {
        return VersionFile.beside(JettyClientFactory.class);
    }

    @Override
    public CapabilitySheet sheet() {
        return new CapabilitySheet(
                        "the whole client",
                        Duration.ofMillis(1),
                        CapabilitySheet.WhenFull.QUEUES,
                        "none",
                        List.of(
                                "1024 requests wait at most; more are refused",
                                "a connection that is opened for a request may come to serve another one, and where one is"
                                        + " retired, two may be opened: dials may be surplus"))
                .with(EarlyClose.of("none", "502"));
    }

    @Override
    public List<CounterMeaning> counterMeanings() {
        return List.of(CounterMeaning.same("jetty_connects", LedgerCount.ACCEPTS));
    }

    @Override
    public ClientKnob mapping(Knob knob, KnobSettings settings) {
        String value = settings.text(knob).orElseThrow();
        return switch (knob) {
            case POOL_ENABLED, POOL_MAX_REQUESTS, UPSTREAM_HTTP, UPSTREAM_CONNECTION -> ClientKnob.applied();
            case POOL_MAX_IDLE -> TotalCap.maxIdle(settings);
            case POOL_MAX_TOTAL -> TotalCap.maxTotal(settings);
            case POOL_IDLE_TIMEOUT, POOL_MAX_LIFETIME, CONNECT_TIMEOUT, RESPONSE_TIMEOUT ->
                ClientKnob.inUnitsOf("1ms", value);
            case RETRY_RULE -> ClientKnob.only("none", value);
            default -> ClientKnob.unsupported("the Jetty client has no such thing");
        };
    }

    @Override
    public OptionalLong upstreamLimit(KnobSettings settings) {
        return TotalCap.limit(settings, DEFAULT_PER_DESTINATION);
    }

    @Override
    public UpstreamClient open(InetSocketAddress upstream, KnobSettings settings, Executor blocking) {
        return JettyUpstream.open(upstream, settings);
    }
}
