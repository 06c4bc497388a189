package keepalivelab.proxies.traefik;

import com.google.auto.service.AutoService;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import keepalivelab.api.CapabilitySheet;
import keepalivelab.api.EarlyClose;
import keepalivelab.api.Installation;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobStatus;
import keepalivelab.api.ProxyDriver;
import keepalivelab.api.ProxyFailedException;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.Rendering;
import keepalivelab.api.RunningProxy;
import keepalivelab.proxies.process.NativeProxy;
import keepalivelab.proxies.provision.Binaries;
import keepalivelab.proxies.provision.Provisioner;

/**
 * Drives Traefik 3, as any user, by files, with one entry point.
 *
 * <p>A knob that is not set: one thread runs it (GOMAXPROCS), 200 idle connections are kept, the number of Traefik's own
 * default transport (one that is written in a file would keep Go's 2), each for 60 s as with the other arms. {@code native}
 * leaves it at what a transport in a file has by itself.
 */
@AutoService(ProxyDriver.class)
public final class TraefikDriver implements ProxyDriver {
    static final String ID = "traefik";

    private static final Pattern VERSION = Pattern.compile("Version:\\s+(\\d+(?:\\.\\d+)*)");

    private final Binaries binaries;

    /** A driver that also finds what the user has installed with {@code run-scenario proxies install}. */
    public TraefikDriver() {
        this(Provisioner.ofUser());
    }

    TraefikDriver(Provisioner provisioner) {
        this.binaries = new Binaries(ID, ID, List.of("version"), VERSION, "3.0", provisioner);
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return "Traefik as an HTTP reverse proxy, 3.0 or newer";
    }

    @Override
    public List<Installation> installations() {
        return binaries.all();
    }

    @Override
    public Installation locate(Optional<String> target) {
        return binaries.locate(target);
    }

    @Override
    public Map<Knob, KnobStatus> capabilities(Installation installation) {
        return TraefikKnobs.CAPABILITIES;
    }

    /** Sources: Traefik's reference (serversTransport, retry), Go's net/http Transport, and our measurements. */
    @Override
    public CapabilitySheet sheet(Installation installation) {
        return new CapabilitySheet(
                        "the whole process",
                        Duration.ofMillis(1),
                        CapabilitySheet.WhenFull.NO_LIMIT,
                        "GET, HEAD, OPTIONS and TRACE without a body, when a reused connection fails before the"
                                + " response began",
                        List.of(
                                "it may dial for a request that another connection then carries: an accept without a"
                                        + " request",
                                "it logs an upstream that closed early only at the level that logs every request"))
                .with(EarlyClose.of("idempotent-on-reused", "502"));
    }

    @Override
    public Rendering render(ProxyPlan plan) {
        plan.refuseVariant();
        return new TraefikConfig(plan).render();
    }

    @Override
    public RunningProxy start(ProxyPlan plan, Rendering rendering) throws ProxyFailedException {
        return NativeProxy.start(plan, rendering, new TraefikLife(plan));
    }
}
