package keepalivelab.clients.jdk;

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
import keepalivelab.api.client.ClientKnob;
import keepalivelab.api.client.UpstreamClient;
import keepalivelab.api.client.UpstreamClientFactory;

/**
 * {@code java.net.http.HttpClient} of the JVM that runs the arm. Its pool is set by system properties, which hold for the
 * whole process: the properties and their defaults are documented with the module {@code java.net.http}.
 */
@AutoService(UpstreamClientFactory.class)
public final class JdkClientFactory implements UpstreamClientFactory {
    @Override
    public String id() {
        return "jdk";
    }

    @Override
    public String title() {
        return "java.net.http.HttpClient of this JDK, asynchronous";
    }

    @Override
    public String version() {
        return System.getProperty("java.version", "");
    }

    @Override
    public CapabilitySheet sheet() {
        return new CapabilitySheet(
                        "the whole client",
                        Duration.ofSeconds(1),
                        CapabilitySheet.WhenFull.NO_LIMIT,
                        "GET and HEAD, when a connection ends before the response began, new or reused; up to four times",
                        List.of(
                                "an idle connection beyond pool.max-idle closes the one that was idle longest",
                                "an idle connection is closed up to 1 s before its timeout, which ends at a whole second",
                                "it adds User-Agent where the client sent none"))
                .with(EarlyClose.of("idempotent-on-reused", "502"));
    }

    @Override
    public ClientKnob mapping(Knob knob, KnobSettings settings) {
        String value = settings.text(knob).orElseThrow();
        return switch (knob) {
            case POOL_ENABLED, UPSTREAM_HTTP -> ClientKnob.only(knob.embeddedDefault(), value);
            case POOL_MAX_IDLE -> maxIdle(value);
            case POOL_MAX_TOTAL, POOL_MAX_REQUESTS, POOL_MAX_LIFETIME -> ClientKnob.only(Knob.NONE, value);
            case POOL_IDLE_TIMEOUT -> idleTimeout(value);
            case UPSTREAM_CONNECTION, CONNECT_TIMEOUT -> ClientKnob.applied();
            case RESPONSE_TIMEOUT ->
                ClientKnob.emulated("it counts from the request to the response's head, and not between bytes");
            case RETRY_RULE -> retry(value);
            default -> ClientKnob.unsupported("java.net.http has no such thing");
        };
    }

    private static ClientKnob maxIdle(String value) {
        return value.equals("0")
                ? ClientKnob.unsupported("to jdk.httpclient.connectionPoolSize a 0 means no limit")
                : ClientKnob.applied();
    }

    private static ClientKnob idleTimeout(String value) {
        return value.equals(Knob.NONE)
                ? ClientKnob.emulated("jdk.httpclient.keepalive.timeout knows no 'none': a time that no run reaches")
                : ClientKnob.inUnitsOf("1s", value);
    }

    private static ClientKnob retry(String value) {
        return switch (value) {
            case "none" ->
                ClientKnob.emulated("jdk.httpclient.redirects.retrylimit=1: its second try fails as one too many");
            case "idempotent-on-reused" ->
                ClientKnob.emulated("GET and HEAD only, on new connections too, and up to four times");
            default -> ClientKnob.emulated("requests of any size, on new connections too, and up to four times");
        };
    }

    @Override
    public OptionalLong upstreamLimit(KnobSettings settings) {
        return OptionalLong.empty();
    }

    @Override
    public UpstreamClient open(InetSocketAddress upstream, KnobSettings settings, Executor blocking) {
        return JdkClient.open(upstream, settings);
    }
}
