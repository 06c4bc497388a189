package keepalivelab.proxies.nginx;

import com.google.auto.service.AutoService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
import keepalivelab.proxies.process.NativeProxy;
import keepalivelab.proxies.provision.Binaries;
import keepalivelab.proxies.provision.Provisioner;

/**
 * Drives nginx from 1.18 on, as any user, with everything it writes in the plan's folder. One worker runs without a master
 * process; several run under one.
 *
 * <p>A knob that is not set: below 1.29.7 the driver writes the three lines that switch keep-alive to the upstream on
 * (32 idle connections, HTTP/1.1, no Connection header); from 1.29.7 on those are nginx's own defaults and nothing is
 * written. {@code native} writes nothing on any version.
 */
@AutoService(ProxyDriver.class)
public final class NginxDriver implements ProxyDriver {
    static final String ID = "nginx";

    private static final Pattern VERSION = Pattern.compile("nginx version: nginx/(\\d+(?:\\.\\d+)*)");

    private final Binaries binaries;

    /** A driver that also finds what the user has installed with {@code run-scenario proxies install}. */
    public NginxDriver() {
        this(Provisioner.ofUser());
    }

    NginxDriver(Provisioner provisioner) {
        this.binaries = new Binaries(ID, "nginx", List.of("-v"), VERSION, "1.18", provisioner);
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return "nginx as an HTTP reverse proxy, 1.18 or newer";
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
        return NginxKnobs.capabilities(DottedVersion.of(installation.version()));
    }

    /** Sources: nginx.org, ngx_http_upstream_module (keepalive, max_conns) and ngx_http_proxy_module (proxy_next_upstream). */
    @Override
    public CapabilitySheet sheet(Installation installation) {
        return new CapabilitySheet(
                        "each worker process",
                        Duration.ofMillis(1),
                        CapabilitySheet.WhenFull.REFUSES,
                        "anything but POST, LOCK and PATCH, when a reused connection fails before the response began;"
                                + " then once more for each further reused connection that fails",
                        List.of("an idle connection beyond pool.max-idle closes the one that was idle longest"))
                .with(EarlyClose.of("idempotent-on-reused", "502"));
    }

    @Override
    public Rendering render(ProxyPlan plan) {
        plan.refuseVariant();
        return new NginxConfig(plan, System.getProperty("user.name", "")).render();
    }

    @Override
    public RunningProxy start(ProxyPlan plan, Rendering rendering) throws ProxyFailedException {
        forgetLog(plan.directory().resolve(NginxConfig.ERROR_LOG));
        return NativeProxy.start(plan, rendering, new NginxLife(plan, rendering));
    }

    /** A log that an earlier try left in the folder would be taken for this one's. */
    private static void forgetLog(Path errorLog) {
        try {
            Files.deleteIfExists(errorLog);
        } catch (IOException e) {
            throw new EnvironmentException("cannot remove " + errorLog + ": " + e);
        }
    }
}
