package keepalivelab.proxies.varnish;

import com.google.auto.service.AutoService;
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
import keepalivelab.proxies.process.DottedVersion;
import keepalivelab.proxies.process.Executables;
import keepalivelab.proxies.process.NativeProxy;
import keepalivelab.proxies.provision.Binaries;
import keepalivelab.proxies.provision.Provisioner;

/**
 * Drives Varnish from 7.1 on as a reverse proxy that caches nothing, as any user, with everything it writes in the plan's
 * folder. It compiles its configuration at every start, so it needs a C compiler.
 */
@AutoService(ProxyDriver.class)
public final class VarnishDriver implements ProxyDriver {
    static final String ID = "varnish";

    private static final Pattern VERSION = Pattern.compile("\\(varnish-(\\d+(?:\\.\\d+)*)");

    private final Binaries binaries;

    /** A driver that also finds what the user has installed with {@code run-scenario proxies install}. */
    public VarnishDriver() {
        this.binaries = new Binaries(ID, "varnishd", List.of("-V"), VERSION, "7.1", Provisioner.ofUser());
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return "Varnish as an HTTP reverse proxy that caches nothing, 7.1 or newer";
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
        return VarnishKnobs.capabilities(version(installation));
    }

    /** Sources: Varnish's manual (vcl-backend, varnishd); what it does with a failed request is measured. */
    @Override
    public CapabilitySheet sheet(Installation installation) {
        return new CapabilitySheet(
                        "the whole process",
                        Duration.ofMillis(1),
                        version(installation).atLeast(VarnishKnobs.WAITS)
                                ? CapabilitySheet.WhenFull.QUEUES
                                : CapabilitySheet.WhenFull.REFUSES,
                        "any request without a body, whatever its method, once, when a reused connection fails before the"
                                + " response began",
                        List.of(
                                "no limit of idle connections",
                                "an idle timeout is at least 1 s",
                                "its log does not tell a reset from an early close, and counts both, resent or not"))
                .with(EarlyClose.of("idempotent-on-reused", "503"));
    }

    private static DottedVersion version(Installation installation) {
        return DottedVersion.of(installation.version());
    }

    @Override
    public Rendering render(ProxyPlan plan) {
        plan.refuseVariant();
        return new VarnishConfig(plan).render();
    }

    @Override
    public RunningProxy start(ProxyPlan plan, Rendering rendering) throws ProxyFailedException {
        if (Executables.onPath("cc").or(() -> Executables.onPath("gcc")).isEmpty()) {
            throw new EnvironmentException("Varnish compiles its configuration and found no C compiler on the PATH:"
                    + " install one, with the headers of the C library (Debian: gcc libc6-dev)");
        }
        return NativeProxy.start(plan, rendering, new VarnishLife(plan));
    }
}
