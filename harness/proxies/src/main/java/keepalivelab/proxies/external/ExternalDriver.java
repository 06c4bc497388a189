package keepalivelab.proxies.external;

import com.google.auto.service.AutoService;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import keepalivelab.api.CapabilitySheet;
import keepalivelab.api.EnvironmentException;
import keepalivelab.api.InputException;
import keepalivelab.api.Installation;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobStatus;
import keepalivelab.api.ProxyDriver;
import keepalivelab.api.ProxyFailedException;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.Rendering;
import keepalivelab.api.RunningProxy;
import keepalivelab.proxies.process.Await;

/**
 * Measures an address that already answers, e.g. {@code external@127.0.0.1:8080}. Nothing is started, configured or
 * stopped: whoever runs it points it at our backend. So no knob is ever applied; each that a cell sets is marked
 * unsupported, which is never an error here. Its pool is not empty at the start of a cell, as nobody restarts it.
 *
 * <p>An address off this machine is refused unless the system property {@value #ALLOW_REMOTE} is {@code true}: load on
 * somebody's server should never be the result of a typing mistake.
 */
@AutoService(ProxyDriver.class)
public final class ExternalDriver implements ProxyDriver {
    /** The system property that allows addresses off this machine. */
    public static final String ALLOW_REMOTE = "keepalivelab.allowRemote";

    private static final String ID = "external";
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(5);
    private static final Pattern FORM = Pattern.compile("(\\[[0-9A-Fa-f:.]+]|[^:\\[\\]/]+):(\\d{1,5})");

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return "an address that already answers, as external@127.0.0.1:8080";
    }

    @Override
    public List<Installation> installations() {
        return List.of();
    }

    @Override
    public Installation locate(Optional<String> target) {
        String text = target.orElseThrow(
                () -> new InputException("external: needs the address to measure, e.g. external@127.0.0.1:8080"));
        InetSocketAddress address = address(text);
        if (address.isUnresolved()) {
            throw new EnvironmentException(
                    "external@" + text + ": the name " + address.getHostString() + " is unknown on this machine");
        }
        if (!address.getAddress().isLoopbackAddress() && !Boolean.getBoolean(ALLOW_REMOTE)) {
            throw new InputException("external@" + text + ": is not on this machine (loopback), and this tool puts load"
                    + " on what it measures; if it is yours, allow it with -D" + ALLOW_REMOTE + "=true");
        }
        return new Installation(ID, "", text, "given");
    }

    private static InetSocketAddress address(String text) {
        Matcher matcher = FORM.matcher(text);
        int port = matcher.matches() ? Integer.parseInt(matcher.group(2)) : 0;
        if (port < 1 || port > 65_535) {
            throw new InputException("external@" + text + ": expected HOST:PORT, e.g. external@127.0.0.1:8080");
        }
        return new InetSocketAddress(matcher.group(1), port);
    }

    @Override
    public Map<Knob, KnobStatus> capabilities(Installation installation) {
        return Map.of();
    }

    @Override
    public CapabilitySheet sheet(Installation installation) {
        return new CapabilitySheet(
                "not known",
                Duration.ZERO,
                CapabilitySheet.WhenFull.UNKNOWN,
                "not known",
                List.of("somebody else configured and started it"));
    }

    @Override
    public Rendering render(ProxyPlan plan) {
        plan.variant().ifPresent(variant -> {
            throw new InputException("external:" + variant + ": an address has no variants");
        });
        EnumMap<Knob, KnobStatus> statuses = new EnumMap<>(Knob.class);
        plan.knobs()
                .values()
                .forEach((knob, value) ->
                        statuses.put(knob, value.equals(Knob.NATIVE) ? KnobStatus.NATIVE : KnobStatus.UNSUPPORTED));
        return new Rendering(
                Map.of(),
                List.of(),
                statuses,
                List.of(plan.installation().location()
                        + " runs as somebody else configured it: no knob was applied, and its pool was not emptied"));
    }

    @Override
    public RunningProxy start(ProxyPlan plan, Rendering rendering) throws ProxyFailedException {
        ExternalAddress external =
                new ExternalAddress(address(plan.installation().location()));
        if (!Await.until(external::alive, ANSWER_LIMIT)) {
            throw new ProxyFailedException(
                    "external@" + plan.installation().location() + ": nothing accepts a connection there ("
                            + ANSWER_LIMIT.toSeconds() + " s)",
                    List.of(),
                    false);
        }
        return external;
    }
}
