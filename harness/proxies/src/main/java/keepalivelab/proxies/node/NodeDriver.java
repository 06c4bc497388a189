package keepalivelab.proxies.node;

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

/** Drives a program of ours that is nothing but Node's {@code http.request} on an {@code http.Agent}; its version is Node's. */
@AutoService(ProxyDriver.class)
public final class NodeDriver implements ProxyDriver {
    static final String ID = "node";

    private static final String PROGRAM = "keepalive-lab-node";
    private static final Pattern VERSION = Pattern.compile(PROGRAM + " (\\d+(?:\\.\\d+)*)");
    private static final String EARLY_CLOSE = "ECONNRESET: socket hang up";

    private final Binaries binaries;

    /** A driver that also finds what the user has installed with {@code run-scenario proxies install}. */
    public NodeDriver() {
        this.binaries = new Binaries(ID, PROGRAM, List.of("version"), VERSION, "18.0", Provisioner.ofUser());
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return "Node.js' own HTTP client on an http.Agent, in a program of ours";
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
        return NodeKnobs.capabilities();
    }

    /** What it does with a failed request is measured. */
    @Override
    public CapabilitySheet sheet(Installation installation) {
        return new CapabilitySheet(
                        "the whole process (one http.Agent)",
                        Duration.ofMillis(1),
                        CapabilitySheet.WhenFull.QUEUES,
                        "none",
                        List.of(
                                "a GET is not sent again either: what fails on a reused connection is answered with 502"))
                .with(EarlyClose.of("none", "502"));
    }

    @Override
    public Rendering render(ProxyPlan plan) {
        plan.refuseVariant();
        return new NodeConfig(plan).agent();
    }

    @Override
    public RunningProxy start(ProxyPlan plan, Rendering rendering) throws ProxyFailedException {
        return NativeProxy.start(plan, rendering, new NodeLife(plan, EARLY_CLOSE));
    }
}
