package keepalivelab.proxies.pingora;

import com.google.auto.service.AutoService;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import keepalivelab.api.CapabilitySheet;
import keepalivelab.api.InputException;
import keepalivelab.api.Installation;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobStatus;
import keepalivelab.api.ProxyDriver;
import keepalivelab.api.ProxyFailedException;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.Rendering;
import keepalivelab.api.RunningProxy;
import keepalivelab.proxies.process.DottedVersion;
import keepalivelab.proxies.provision.Binaries;
import keepalivelab.proxies.provision.Provisioner;

/** Finds the program of ours around the crate pingora-pool: a pool without a proxy, for {@link PoolCrates}. */
@AutoService(ProxyDriver.class)
public final class PoolCrateDriver implements ProxyDriver {
    static final String ID = "pingora-pool";

    private static final Pattern VERSION = Pattern.compile("^keepalive-lab-pingora-pool (\\d+(?:\\.\\d+)*)");

    private final Binaries binaries;

    /** A driver that finds what the user has installed with {@code run-scenario proxies install}. */
    public PoolCrateDriver() {
        this.binaries = new Binaries(
                ID, "keepalive-lab-pingora-pool", List.of("--version"), VERSION, "0.8", Provisioner.ofUser());
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return "the connection pool of pingora without its proxy, for pool experiments";
    }

    @Override
    public boolean forwards() {
        return false;
    }

    @Override
    public List<Installation> installations() {
        return binaries.all();
    }

    @Override
    public Installation locate(Optional<String> target) {
        return binaries.locate(target);
    }

    /** It has none: pool experiments have parameters of their own. */
    @Override
    public Map<Knob, KnobStatus> capabilities(Installation installation) {
        return Map.of();
    }

    /** Sources: the crate pingora-pool (connection, lru). */
    @Override
    public CapabilitySheet sheet(Installation installation) {
        boolean oneList = DottedVersion.of(installation.version()).atLeast(PingoraDriver.ONE_LIST);
        return new CapabilitySheet(
                oneList ? "all threads together" : "all threads together; its size counts for each thread",
                Duration.ZERO,
                CapabilitySheet.WhenFull.NO_LIMIT,
                "it sends nothing: a pool without a proxy",
                List.of("it stores numbers instead of connections; one experiment is one process"));
    }

    @Override
    public Rendering render(ProxyPlan plan) {
        throw noProxy(plan.variant().map(variant -> ":" + variant).orElse(""));
    }

    @Override
    public RunningProxy start(ProxyPlan plan, Rendering rendering) throws ProxyFailedException {
        throw noProxy("");
    }

    private static InputException noProxy(String variant) {
        return new InputException(ID + variant + ": this is a pool without a proxy: it runs pool experiments only");
    }
}
