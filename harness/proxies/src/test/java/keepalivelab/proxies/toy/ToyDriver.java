package keepalivelab.proxies.toy;

import com.google.auto.service.AutoService;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
import keepalivelab.proxies.process.Directive;
import keepalivelab.proxies.process.Directives;
import keepalivelab.proxies.process.NativeProxy;
import keepalivelab.proxies.process.NativeTemplate;
import keepalivelab.proxies.process.NativeText;

/** Drives {@link ToyProxy}, which every machine with these tests has. */
@AutoService(ProxyDriver.class)
public final class ToyDriver implements ProxyDriver {
    private static final String ID = "toy";
    private static final String FILE = "toy.conf";
    private static final NativeTemplate TEMPLATE = NativeTemplate.resource(ToyDriver.class, FILE);
    private static final Installation ONLY = new Installation(ID, "1.0", java(), "test sources");

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return "a proxy of a few lines that lives in test sources";
    }

    @Override
    public List<Installation> installations() {
        return List.of(ONLY);
    }

    @Override
    public Installation locate(Optional<String> target) {
        target.filter(wanted -> !wanted.equals(ONLY.version())).ifPresent(wanted -> {
            throw new InputException("toy@" + wanted + ": there is only version " + ONLY.version());
        });
        return ONLY;
    }

    @Override
    public Map<Knob, KnobStatus> capabilities(Installation installation) {
        return Map.of(Knob.POOL_ENABLED, KnobStatus.APPLIED);
    }

    @Override
    public CapabilitySheet sheet(Installation installation) {
        return new CapabilitySheet(
                "each downstream connection", Duration.ZERO, CapabilitySheet.WhenFull.NO_LIMIT, "none", List.of());
    }

    @Override
    public Rendering render(ProxyPlan plan) {
        plan.refuseVariant();
        Directives directives = Directives.of(plan, knob -> directive(plan, knob));
        Map<String, String> gaps = directives.gaps();
        gaps.put("listen", NativeText.address(plan.listen()));
        gaps.put("upstream", NativeText.address(plan.upstream()));
        gaps.put("ready-mark", NativeText.readyMark(plan));
        return new Rendering(
                Map.of(FILE, TEMPLATE.fill(gaps)), command(plan), directives.statuses(), directives.notes());
    }

    private static Directive directive(ProxyPlan plan, Knob knob) {
        return knob == Knob.POOL_ENABLED
                ? Directive.applied("reuse " + plan.knobs().text(knob).orElse("yes"))
                : Directive.unsupported("the toy has nothing of the kind");
    }

    private static List<String> command(ProxyPlan plan) {
        return List.of(
                plan.installation().location(),
                "-cp",
                System.getProperty("java.class.path"),
                ToyProxy.class.getName(),
                plan.directory().resolve(FILE).toString());
    }

    @Override
    public RunningProxy start(ProxyPlan plan, Rendering rendering) throws ProxyFailedException {
        return NativeProxy.start(plan, rendering, new ToyLife(plan));
    }
}
