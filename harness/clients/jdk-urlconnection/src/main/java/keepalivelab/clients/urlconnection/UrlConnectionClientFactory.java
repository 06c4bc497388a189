package keepalivelab.clients.urlconnection;

import com.google.auto.service.AutoService;
import java.lang.reflect.Field;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
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
 * {@code java.net.HttpURLConnection} of the JVM that runs the arm, one thread per request. Its pool is set by system
 * properties, which hold for the whole process: see "Networking Properties" in the JDK's documentation of {@code java.net}, and
 * {@code sun.net.www.http} for what is written nowhere else.
 */
@AutoService(UpstreamClientFactory.class)
public final class UrlConnectionClientFactory implements UpstreamClientFactory {
    @Override
    public String id() {
        return "jdk-urlconnection";
    }

    @Override
    public String title() {
        return "java.net.HttpURLConnection of this JDK, one thread per request";
    }

    @Override
    public String version() {
        return System.getProperty("java.version", "");
    }

    @Override
    public CapabilitySheet sheet() {
        return new CapabilitySheet(
                        "the whole process",
                        Duration.ofSeconds(1),
                        CapabilitySheet.WhenFull.NO_LIMIT,
                        "any request, a POST too, once, when a connection ends before the response began, new or reused",
                        List.of(
                                "an idle connection beyond pool.max-idle closes the one that was idle longest",
                                "after its idle timeout a connection is not used again, but closed up to 5 s later",
                                "it has no GET with a body (it would send a POST), and no PATCH: both are errors",
                                "it adds User-Agent and Accept where the client sent none, and Content-Type to a POST"))
                .with(EarlyClose.of("any-within-64KiB-on-reused", "502"));
    }

    @Override
    public ClientKnob mapping(Knob knob, KnobSettings settings) {
        String value = settings.text(knob).orElseThrow();
        return switch (knob) {
            case POOL_ENABLED ->
                value.equals("no")
                        ? ClientKnob.applied("it says Connection: close in every request")
                        : ClientKnob.applied();
            case POOL_MAX_IDLE -> maxIdle(value);
            case POOL_IDLE_TIMEOUT -> idleTimeout(value);
            case POOL_MAX_TOTAL, POOL_MAX_REQUESTS, POOL_MAX_LIFETIME -> ClientKnob.only(Knob.NONE, value);
            case UPSTREAM_HTTP -> ClientKnob.only("1.1", value);
            case UPSTREAM_CONNECTION -> ClientKnob.applied();
            case CONNECT_TIMEOUT, RESPONSE_TIMEOUT -> ClientKnob.inUnitsOf("1ms", value);
            case RETRY_RULE -> retry(value);
            default -> ClientKnob.unsupported("HttpURLConnection has no such thing");
        };
    }

    private static ClientKnob maxIdle(String value) {
        return switch (value) {
            case "0" -> ClientKnob.unsupported("to http.maxConnections a 0 means its default, 5");
            case Knob.NONE -> ClientKnob.emulated("http.maxConnections knows no 'none': a number that no run reaches");
            default -> ClientKnob.applied();
        };
    }

    private static ClientKnob idleTimeout(String value) {
        if (!hasIdleTimeout()) {
            return ClientKnob.unsupported("this JDK has no http.keepAlive.time.server");
        }
        return value.equals(Knob.NONE)
                ? ClientKnob.emulated("http.keepAlive.time.server knows no 'none': a time that no run reaches")
                : ClientKnob.inUnitsOf("1s", value);
    }

    /** The property came with JDK 20 and with updates of older ones: the field that holds it tells. */
    private static boolean hasIdleTimeout() {
        try {
            Class<?> cache = Class.forName("sun.net.www.http.KeepAliveCache", false, null);
            return Arrays.stream(cache.getDeclaredFields()).map(Field::getName).anyMatch("userKeepAliveServer"::equals);
        } catch (ClassNotFoundException other) {
            return false;
        }
    }

    private static ClientKnob retry(String value) {
        return switch (value) {
            case "none" -> ClientKnob.unsupported("HttpURLConnection always sends a request without a body again");
            case "idempotent-on-reused" ->
                ClientKnob.emulated("sun.net.http.retryPost=false: anything but POST, on new connections too");
            default -> ClientKnob.emulated("requests of any size, on new connections too");
        };
    }

    @Override
    public OptionalLong upstreamLimit(KnobSettings settings) {
        return OptionalLong.empty();
    }

    @Override
    public UpstreamClient open(InetSocketAddress upstream, KnobSettings settings, Executor blocking) {
        return UrlConnectionClient.open(upstream, settings, blocking);
    }
}
