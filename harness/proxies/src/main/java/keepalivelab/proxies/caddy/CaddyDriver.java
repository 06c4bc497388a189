package keepalivelab.proxies.caddy;

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
 * Drives Caddy from 2.6 on, as any user, without its administration and without certificates.
 *
 * <p>A knob that is not set: one thread runs it (GOMAXPROCS), and connections stay idle for 60 s as with the other arms
 * (its own default is 2 minutes). {@code native} writes nothing.
 */
@AutoService(ProxyDriver.class)
public final class CaddyDriver implements ProxyDriver {
    static final String ID = "caddy";

    private static final Pattern VERSION = Pattern.compile("^v?(2\\.\\d+(?:\\.\\d+)*)", Pattern.MULTILINE);

    private final Binaries binaries;

    /** A driver that also finds what the user has installed with {@code run-scenario proxies install}. */
    public CaddyDriver() {
        this(Provisioner.ofUser());
    }

    CaddyDriver(Provisioner provisioner) {
        this.binaries = new Binaries(ID, ID, List.of("version"), VERSION, "2.6", provisioner);
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return "Caddy as an HTTP reverse proxy, 2.6 or newer";
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
        return CaddyKnobs.CAPABILITIES;
    }

    /** Sources: Caddy's reverseproxy module (httptransport.go), Go's net/http Transport, and our measurements. */
    @Override
    public CapabilitySheet sheet(Installation installation) {
        return new CapabilitySheet(
                        "the whole process",
                        Duration.ofMillis(1),
                        CapabilitySheet.WhenFull.QUEUES,
                        "GET, HEAD, OPTIONS and TRACE without a body, when a reused connection fails before the"
                                + " response began",
                        List.of("it may dial for a request that another connection then carries: an accept without a"
                                + " request"))
                .with(EarlyClose.of("idempotent-on-reused", "502"));
    }

    @Override
    public Rendering render(ProxyPlan plan) {
        plan.refuseVariant();
        return new CaddyConfig(plan).render();
    }

    @Override
    public RunningProxy start(ProxyPlan plan, Rendering rendering) throws ProxyFailedException {
        return NativeProxy.start(plan, rendering, new CaddyLife(plan));
    }
}
