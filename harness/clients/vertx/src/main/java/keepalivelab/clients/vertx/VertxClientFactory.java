package keepalivelab.clients.vertx;

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

/** Vert.x. Sources: its {@code HttpClientOptions} (idle connections live for 60 s) and {@code PoolOptions} (5 connections). */
@AutoService(UpstreamClientFactory.class)
public final class VertxClientFactory implements UpstreamClientFactory {
    @Override
    public String id() {
        return "vertx";
    }

    @Override
    public String title() {
        return "Vert.x's HttpClient, which Quarkus uses";
    }

    @Override
    public String version() {
        return VersionFile.beside(VertxClientFactory.class);
    }

    @Override
    public CapabilitySheet sheet() {
        return new CapabilitySheet(
                        "the whole client",
                        Duration.ofSeconds(1),
                        CapabilitySheet.WhenFull.QUEUES,
                        "none",
                        List.of("an idle connection is closed up to 1 s after its timeout (cleanerPeriod)"))
                .with(EarlyClose.of("none", "502"));
    }

    @Override
    public List<CounterMeaning> counterMeanings() {
        return List.of(CounterMeaning.same("vertx_connects", LedgerCount.ACCEPTS));
    }

    @Override
    public ClientKnob mapping(Knob knob, KnobSettings settings) {
        String value = settings.text(knob).orElseThrow();
        return switch (knob) {
            case POOL_ENABLED ->
                value.equals("no")
                        ? ClientKnob.applied("it says Connection: close in every request")
                        : ClientKnob.applied();
            case UPSTREAM_HTTP ->
                value.equals("1.0") ? ClientKnob.applied("with Connection: close") : ClientKnob.applied();
            case UPSTREAM_CONNECTION -> ClientKnob.applied();
            case POOL_MAX_IDLE -> TotalCap.maxIdle(settings);
            case POOL_MAX_TOTAL -> TotalCap.maxTotal(settings);
            case POOL_IDLE_TIMEOUT -> ClientKnob.inUnitsOf("1s", value);
            case POOL_MAX_LIFETIME, CONNECT_TIMEOUT, RESPONSE_TIMEOUT -> ClientKnob.inUnitsOf("1ms", value);
            case POOL_MAX_REQUESTS -> ClientKnob.only(Knob.NONE, value);
            case RETRY_RULE -> ClientKnob.only("none", value);
            default -> ClientKnob.unsupported("Vert.x has no such thing");
        };
    }

    @Override
    public OptionalLong upstreamLimit(KnobSettings settings) {
        return TotalCap.limit(settings, 5);
    }

    @Override
    public UpstreamClient open(InetSocketAddress upstream, KnobSettings settings, Executor blocking) {
        return VertxUpstream.open(upstream, settings);
    }
}
