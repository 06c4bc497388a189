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

/** Drives a program of ours for Node.js that is nothing but a {@code Pool} of the npm package undici; its version is undici's. */
@AutoService(ProxyDriver.class)
public final class UndiciDriver implements ProxyDriver {
    static final String ID = "undici";

    private static final String PROGRAM = "keepalive-lab-undici";
    private static final Pattern VERSION = Pattern.compile(PROGRAM + " (\\d+(?:\\.\\d+)*)");
    private static final String EARLY_CLOSE = "UND_ERR_SOCKET: other side closed";

    private final Binaries binaries;

    /** A driver that also finds what the user has installed with {@code run-scenario proxies install}. */
    public UndiciDriver() {
        this.binaries = new Binaries(ID, PROGRAM, List.of("version"), VERSION, "7.0", Provisioner.ofUser());
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return "the npm package undici, a Pool, in a program of ours";
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
        return UndiciKnobs.capabilities();
    }

    /** What it does with a failed request is measured. */
    @Override
    public CapabilitySheet sheet(Installation installation) {
        return new CapabilitySheet(
                        "the whole process (one Pool)",
                        Duration.ofMillis(1),
                        CapabilitySheet.WhenFull.QUEUES,
                        "none",
                        List.of(
                                "no limit of idle connections",
                                "a GET is not sent again either: what fails on a reused connection is answered with 502",
                                "the wait for a response is measured in steps of some 0.5 s"))
                .with(EarlyClose.of("none", "502"));
    }

    @Override
    public Rendering render(ProxyPlan plan) {
        plan.refuseVariant();
        return new NodeConfig(plan).undici();
    }

    @Override
    public RunningProxy start(ProxyPlan plan, Rendering rendering) throws ProxyFailedException {
        return NativeProxy.start(plan, rendering, new NodeLife(plan, EARLY_CLOSE));
    }
}
