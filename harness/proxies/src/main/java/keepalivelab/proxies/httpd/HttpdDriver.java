package keepalivelab.proxies.httpd;

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
import keepalivelab.proxies.process.NativeProxy;
import keepalivelab.proxies.provision.Binaries;
import keepalivelab.proxies.provision.Provisioner;

/**
 * Drives the Apache HTTP server 2.4 with its event module, as any user, with everything it writes in the plan's folder. A
 * parent process watches one child process for each worker.
 */
@AutoService(ProxyDriver.class)
public final class HttpdDriver implements ProxyDriver {
    static final String ID = "httpd";

    private static final Pattern VERSION = Pattern.compile("Server version: Apache/(\\d+(?:\\.\\d+)*)");

    private final Binaries binaries;

    /** A driver that also finds what the user has installed with {@code run-scenario proxies install}. */
    public HttpdDriver() {
        this.binaries = new Binaries(ID, "apache2", List.of("-v"), VERSION, "2.4.10", Provisioner.ofUser());
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return "Apache httpd as an HTTP reverse proxy (mod_proxy_http, event), 2.4";
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
        return HttpdKnobs.capabilities();
    }

    /** Sources: httpd's manual, mod_proxy; what it does with a failed request is measured. */
    @Override
    public CapabilitySheet sheet(Installation installation) {
        return new CapabilitySheet(
                        "each child process",
                        Duration.ofSeconds(1),
                        CapabilitySheet.WhenFull.QUEUES,
                        "none",
                        List.of(
                                "a request that fails on a reused upstream connection is answered with 502 if it is the first"
                                        + " of its client's connection, else that connection is closed without a byte",
                                "an idle connection older than its ttl stays open until a request would take it"))
                .with(new EarlyClose("none", "502", Outcome.CLOSED_WITHOUT_BYTE.key()));
    }

    @Override
    public Rendering render(ProxyPlan plan) {
        plan.refuseVariant();
        return new HttpdConfig(plan, System.getProperty("user.name", "")).render();
    }

    @Override
    public RunningProxy start(ProxyPlan plan, Rendering rendering) throws ProxyFailedException {
        HttpdLife life = new HttpdLife(plan, rendering);
        life.errorLog().forget();
        return NativeProxy.start(plan, rendering, life);
    }
}
