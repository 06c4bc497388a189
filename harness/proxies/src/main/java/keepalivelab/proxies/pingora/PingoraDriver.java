package keepalivelab.proxies.pingora;

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
import keepalivelab.proxies.process.DottedVersion;
import keepalivelab.proxies.process.NativeProxy;
import keepalivelab.proxies.provision.Binaries;
import keepalivelab.proxies.provision.Provisioner;

/**
 * Drives pingora 0.8.0 and 0.9.0 in a program of ours: a reverse proxy, or with {@code role=answer} a server that answers by
 * itself. A knob that is not set is left to pingora: one thread, work stealing, 128 idle connections, no idle timeout.
 */
@AutoService(ProxyDriver.class)
public final class PingoraDriver implements ProxyDriver {
    static final String ID = "pingora";
    /** From here on the pool has one list for all threads, and a request is sent again only if its method is idempotent. */
    static final String ONE_LIST = "0.9";

    private static final Pattern VERSION = Pattern.compile("^keepalive-lab-pingora (\\d+(?:\\.\\d+)*)");

    private final Binaries binaries;

    /** A driver that finds what the user has installed with {@code run-scenario proxies install}. */
    public PingoraDriver() {
        this.binaries =
                new Binaries(ID, "keepalive-lab-pingora", List.of("--version"), VERSION, "0.8", Provisioner.ofUser());
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return "pingora as an HTTP reverse proxy or as a server that answers by itself, in a program of ours";
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
        return PingoraKnobs.CAPABILITIES;
    }

    /** Sources: the crates pingora-pool (connection, lru), pingora-core (connectors), pingora-proxy and pingora-timeout. */
    @Override
    public CapabilitySheet sheet(Installation installation) {
        boolean oneList = DottedVersion.of(installation.version()).atLeast(ONE_LIST);
        return new CapabilitySheet(
                        oneList ? "the process" : "the process; its size counts for each worker thread",
                        Duration.ofMillis(10),
                        CapabilitySheet.WhenFull.NO_LIMIT,
                        (oneList ? "idempotent methods" : "any method")
                                + " with a body of at most 64 KiB, when a reused connection fails",
                        List.of(
                                oneList
                                        ? "a pool beyond its size closes the longest idle until it holds a quarter, at most"
                                                + " 16, less"
                                        : "a thread beyond its size closes what was longest idle of those it released",
                                "its stop is hard: a request in flight is cut"))
                .with(EarlyClose.of(oneList ? "idempotent-on-reused" : "any-within-64KiB-on-reused", "502"));
    }

    @Override
    public Rendering render(ProxyPlan plan) {
        plan.refuseVariant();
        return new PingoraConfig(plan).render();
    }

    @Override
    public RunningProxy start(ProxyPlan plan, Rendering rendering) throws ProxyFailedException {
        return NativeProxy.start(plan, rendering, PingoraLife.of(plan));
    }
}
