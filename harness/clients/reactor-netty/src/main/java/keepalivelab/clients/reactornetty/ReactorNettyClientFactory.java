package keepalivelab.clients.reactornetty;

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

/** Reactor Netty. Sources: its {@code ConnectionProvider} and {@code HttpClient}, and its reference guide on the pool. */
@AutoService(UpstreamClientFactory.class)
public final class ReactorNettyClientFactory implements UpstreamClientFactory {
    /** What {@code HttpClient.create()} allows to one host. */
    static final int DEFAULT_CONNECTIONS = 500;

    @Override
    public String id() {
        return "reactor-netty";
    }

    @Override
    public String title() {
        return "Reactor Netty's HttpClient, which Spring's WebClient and Gateway use";
    }

    @Override
    public String version() {
        return VersionFile.beside(ReactorNettyClientFactory.class);
    }

    @Override
    public CapabilitySheet sheet() {
        return new CapabilitySheet(
                        "the whole client",
                        Duration.ofMillis(1),
                        CapabilitySheet.WhenFull.QUEUES,
                        "none once a byte of the request was written",
                        List.of(
                                "any number of requests may wait here (its own default is twice the number of connections)",
                                "without pool.idle-timeout it closes no idle connection by itself"))
                .with(EarlyClose.of("none", "502"));
    }

    @Override
    public List<CounterMeaning> counterMeanings() {
        return List.of(CounterMeaning.same("reactor_netty_dials", LedgerCount.ACCEPTS));
    }

    @Override
    public ClientKnob mapping(Knob knob, KnobSettings settings) {
        String value = settings.text(knob).orElseThrow();
        return switch (knob) {
            case POOL_ENABLED, UPSTREAM_CONNECTION -> ClientKnob.applied();
            case POOL_MAX_IDLE -> TotalCap.maxIdle(settings);
            case POOL_MAX_TOTAL -> TotalCap.maxTotal(settings);
            case POOL_IDLE_TIMEOUT, POOL_MAX_LIFETIME, CONNECT_TIMEOUT, RESPONSE_TIMEOUT ->
                ClientKnob.inUnitsOf("1ms", value);
            case POOL_MAX_REQUESTS ->
                value.equals(Knob.NONE)
                        ? ClientKnob.applied()
                        : ClientKnob.emulated(
                                "an eviction predicate that looks at how often a connection was acquired");
            case UPSTREAM_HTTP -> ClientKnob.only("1.1", value);
            case RETRY_RULE -> ClientKnob.only("none", value);
            default -> ClientKnob.unsupported("Reactor Netty has no such thing");
        };
    }

    @Override
    public OptionalLong upstreamLimit(KnobSettings settings) {
        return TotalCap.limit(settings, DEFAULT_CONNECTIONS);
    }

    @Override
    public UpstreamClient open(InetSocketAddress upstream, KnobSettings settings, Executor blocking) {
        return new ReactorNettyUpstream(upstream, settings);
    }
}
