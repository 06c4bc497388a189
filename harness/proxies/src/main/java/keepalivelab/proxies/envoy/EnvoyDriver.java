package keepalivelab.proxies.envoy;

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
import keepalivelab.proxies.process.NativeProxy;
import keepalivelab.proxies.provision.Binaries;
import keepalivelab.proxies.provision.Provisioner;

/**
 * Drives Envoy from 1.28 on, as any user, with a static configuration and its administration on a socket in the plan's
 * folder.
 *
 * <p>A knob that is not set: Envoy's own default holds, but for the number of workers, which is 1, and the limit on a whole
 * answer, which is off; instead a stream may be silent for 60 s. {@code native} writes nothing.
 */
@AutoService(ProxyDriver.class)
public final class EnvoyDriver implements ProxyDriver {
    static final String ID = "envoy";

    /** Bytes of the longest name that Linux gives to a socket in the file system. */
    private static final int LONGEST_SOCKET_NAME = 107;

    private static final Pattern VERSION = Pattern.compile("version: [0-9a-f]+/(\\d+(?:\\.\\d+)*)/");

    private final Binaries binaries;

    /** A driver that also finds what the user has installed with {@code run-scenario proxies install}. */
    public EnvoyDriver() {
        this(Provisioner.ofUser());
    }

    EnvoyDriver(Provisioner provisioner) {
        this.binaries = new Binaries(ID, ID, List.of("--version"), VERSION, "1.28", provisioner);
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return "Envoy as an HTTP reverse proxy, 1.28 or newer";
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
        return EnvoyKnobs.CAPABILITIES;
    }

    /**
     * Sources: Envoy's API documents (circuit_breaker.proto, cluster.proto, protocol.proto, route_components.proto) and our
     * measurements.
     */
    @Override
    public CapabilitySheet sheet(Installation installation) {
        return new CapabilitySheet(
                        "each worker thread; the cap on connections is one for all of them",
                        Duration.ofMillis(1),
                        CapabilitySheet.WhenFull.QUEUES,
                        "none; what may be sent again is configured",
                        List.of(
                                "there is no cap on idle connections, only one on all connections",
                                "upstream_cx_overflow counts requests that waited for a connection, not failures"))
                .with(EarlyClose.of("none", "503"));
    }

    @Override
    public Rendering render(ProxyPlan plan) {
        plan.refuseVariant();
        return new EnvoyConfig(plan).render();
    }

    @Override
    public RunningProxy start(ProxyPlan plan, Rendering rendering) throws ProxyFailedException {
        EnvoyLife life = new EnvoyLife(plan, rendering.command());
        if (life.adminSocket().toString().length() > LONGEST_SOCKET_NAME) {
            throw new EnvironmentException("envoy: the name of its socket " + life.adminSocket() + " is longer than "
                    + LONGEST_SOCKET_NAME + " characters; choose a shorter temporary folder with -Djava.io.tmpdir");
        }
        return NativeProxy.start(plan, rendering, life);
    }
}
