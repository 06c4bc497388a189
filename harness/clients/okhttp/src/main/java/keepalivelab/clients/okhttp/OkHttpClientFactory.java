package keepalivelab.clients.okhttp;

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
import keepalivelab.api.client.UpstreamClient;
import keepalivelab.api.client.UpstreamClientFactory;

/**
 * OkHttp, asynchronous calls. Sources: its {@code ConnectionPool} (at most 5 idle connections for 5 minutes),
 * {@code Dispatcher} and {@code RetryAndFollowUpInterceptor}.
 */
@AutoService(UpstreamClientFactory.class)
public final class OkHttpClientFactory implements UpstreamClientFactory {
    @Override
    public String id() {
        return "okhttp";
    }

    @Override
    public String title() {
        return "OkHttp, asynchronous calls without the dispatcher's limits unless pool.max-total asks for one";
    }

    @Override
    public String version() {
        return VersionFile.beside(OkHttpClientFactory.class);
    }

    @Override
    public CapabilitySheet sheet() {
        return new CapabilitySheet(
                        "the whole client",
                        Duration.ofMillis(1),
                        CapabilitySheet.WhenFull.QUEUES,
                        "any request, a POST too, when a reused connection fails before the response began"
                                + " (retryOnConnectionFailure)",
                        List.of(
                                "an idle connection beyond pool.max-idle closes the one that was idle longest",
                                "it looks for a closed connection before it uses one, unless its retry is off",
                                "it has no GET with a body: that is an error"))
                .with(EarlyClose.of("any-within-64KiB-on-reused", "502"));
    }

    @Override
    public List<CounterMeaning> counterMeanings() {
        return List.of(CounterMeaning.same("okhttp_connects", LedgerCount.ACCEPTS));
    }

    @Override
    public ClientKnob mapping(Knob knob, KnobSettings settings) {
        String value = settings.text(knob).orElseThrow();
        return switch (knob) {
            case POOL_ENABLED, UPSTREAM_CONNECTION -> ClientKnob.applied();
            case POOL_MAX_IDLE -> ClientKnob.applied();
            case POOL_MAX_TOTAL ->
                value.equals(Knob.NONE)
                        ? ClientKnob.applied()
                        : ClientKnob.emulated("the dispatcher lets that many requests go at a time; the others wait");
            case POOL_IDLE_TIMEOUT -> idleTimeout(value);
            case POOL_MAX_REQUESTS, POOL_MAX_LIFETIME -> ClientKnob.only(Knob.NONE, value);
            case UPSTREAM_HTTP -> ClientKnob.only("1.1", value);
            case CONNECT_TIMEOUT, RESPONSE_TIMEOUT -> ClientKnob.inUnitsOf("1ms", value);
            case RETRY_RULE -> retry(value);
            default -> ClientKnob.unsupported("OkHttp has no such thing");
        };
    }

    private static ClientKnob idleTimeout(String value) {
        return value.equals(Knob.NONE)
                ? ClientKnob.emulated("keepAliveDuration knows no 'none': a time that no run reaches")
                : ClientKnob.applied();
    }

    private static ClientKnob retry(String value) {
        return switch (value) {
            case "none" ->
                ClientKnob.applied(
                        "retryOnConnectionFailure is off; a connection that died while idle is used all the same");
            case "idempotent-on-reused" ->
                ClientKnob.emulated(
                        "the bodies of POST and PATCH are one-shot, which keeps OkHttp from sending them again");
            default -> ClientKnob.emulated("requests of any size");
        };
    }

    @Override
    public OptionalLong upstreamLimit(KnobSettings settings) {
        return settings.count(Knob.POOL_MAX_TOTAL);
    }

    @Override
    public UpstreamClient open(InetSocketAddress upstream, KnobSettings settings, Executor blocking) {
        return OkHttpUpstream.open(upstream, settings);
    }
}
