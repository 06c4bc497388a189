package keepalivelab.proxies.haproxy;

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
import keepalivelab.api.Outcome;
import keepalivelab.api.ProxyDriver;
import keepalivelab.api.ProxyFailedException;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.Rendering;
import keepalivelab.api.RunningProxy;
import keepalivelab.proxies.process.DottedVersion;
import keepalivelab.proxies.process.NativeProxy;
import keepalivelab.proxies.provision.Binaries;
import keepalivelab.proxies.provision.Provisioner;

/**
 * Drives HAProxy from 2.6 on, as any user, in one process.
 *
 * <p>A knob that is not set: upstream connections are shared by all clients ({@code http-reuse always}; HAProxy's own
 * default gives each client connection's first request a new one) and stay idle for 60 s (its own default purges every
 * 5 s). {@code native} writes nothing.
 */
@AutoService(ProxyDriver.class)
public final class HaproxyDriver implements ProxyDriver {
    static final String ID = "haproxy";

    private static final Pattern VERSION = Pattern.compile("HAProxy version (\\d+(?:\\.\\d+)*)");

    private final Binaries binaries;

    /** A driver that also finds what the user has installed with {@code run-scenario proxies install}. */
    public HaproxyDriver() {
        this(Provisioner.ofUser());
    }

    HaproxyDriver(Provisioner provisioner) {
        this.binaries = new Binaries(ID, ID, List.of("-v"), VERSION, "2.6", provisioner);
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return "HAProxy as an HTTP reverse proxy, 2.6 or newer";
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
        return HaproxyKnobs.capabilities(DottedVersion.of(installation.version()));
    }

    /**
     * Sources: HAProxy's configuration.txt (http-reuse, pool-max-conn, pool-purge-delay, maxconn, retry-on) and our
     * measurements; the answers to a request whose connection ended early differ by version.
     */
    @Override
    public CapabilitySheet sheet(Installation installation) {
        String silently = Outcome.CLOSED_WITHOUT_BYTE.key();
        boolean tells = !DottedVersion.of(installation.version()).atLeast(HaproxyKnobs.SILENT_ON_FIRST_REQUEST);
        return new CapabilitySheet(
                        "each thread, which may take over idle connections of others",
                        Duration.ofMillis(1),
                        CapabilitySheet.WhenFull.QUEUES,
                        "none once a request was sent; connects that failed are tried again",
                        List.of(
                                "a client whose request met the end of a reused connection is disconnected without an"
                                        + " answer and without a line in the log",
                                "idle connections are purged in periods, each time half of what looks like surplus: one"
                                        + " lives up to two and a half times pool.idle-timeout",
                                "max-reuse is not obeyed for HTTP/1.1"))
                .with(new EarlyClose("none", tells ? "502" : silently, silently));
    }

    @Override
    public Rendering render(ProxyPlan plan) {
        plan.refuseVariant();
        return new HaproxyConfig(plan).render();
    }

    @Override
    public RunningProxy start(ProxyPlan plan, Rendering rendering) throws ProxyFailedException {
        return NativeProxy.start(plan, rendering, new HaproxyLife(plan, rendering.command()));
    }
}
