package keepalivelab.proxies.ats;

import com.google.auto.service.AutoService;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import keepalivelab.api.CapabilitySheet;
import keepalivelab.api.EarlyClose;
import keepalivelab.api.EnvironmentException;
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
 * Drives Apache Traffic Server 9 as a reverse proxy that caches nothing, as any user, with a run root of its own in the
 * plan's folder: one process, without its manager and its crash helper.
 */
@AutoService(ProxyDriver.class)
public final class AtsDriver implements ProxyDriver {
    static final String ID = "ats";

    private static final Pattern VERSION = Pattern.compile("(?m)^Traffic Server (\\d+(?:\\.\\d+)*)");

    private final Binaries binaries;

    /** A driver that also finds what the user has installed with {@code run-scenario proxies install}. */
    public AtsDriver() {
        this.binaries = new Binaries(ID, "traffic_server", List.of("-V"), VERSION, "9.0", Provisioner.ofUser());
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return "Apache Traffic Server as an HTTP reverse proxy that caches nothing, 9";
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
        return AtsKnobs.capabilities();
    }

    /** Source: its administrator's guide, records.config; timers and retries are measured. */
    @Override
    public CapabilitySheet sheet(Installation installation) {
        return new CapabilitySheet(
                        "the whole process",
                        Duration.ofSeconds(1),
                        CapabilitySheet.WhenFull.REFUSES,
                        "GET, whatever connection it failed on, up to three times",
                        List.of(
                                "no limit of idle connections",
                                "an idle connection is closed up to 1 s after its timeout",
                                "a GET that is not answered in time is sent again as well",
                                "reading its statistics adds to them; the driver takes its own readings off"))
                .with(EarlyClose.of("idempotent-on-reused", "502"));
    }

    @Override
    public Rendering render(ProxyPlan plan) {
        plan.refuseVariant();
        return new AtsConfig(plan).render();
    }

    @Override
    public RunningProxy start(ProxyPlan plan, Rendering rendering) throws ProxyFailedException {
        makeFolders(plan);
        AtsLife life = new AtsLife(plan, rendering);
        life.diagnostics().forget();
        return NativeProxy.start(plan, rendering, life);
    }

    private static void makeFolders(ProxyPlan plan) {
        try {
            for (String name : List.of("cache", "log", "run")) {
                Files.createDirectories(plan.directory().resolve(name));
            }
        } catch (IOException e) {
            throw new EnvironmentException("cannot write to " + plan.directory() + ": " + e);
        }
    }
}
