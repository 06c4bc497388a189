package keepalivelab.proxies.go;

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

/**
 * Drives a program of ours that is nothing but Go's {@code httputil.ReverseProxy} on an {@code http.Transport}; its version
 * is that of the Go that built it.
 */
@AutoService(ProxyDriver.class)
public final class GoDriver implements ProxyDriver {
    static final String ID = "go";

    private static final String PROGRAM = "keepalive-lab-go";
    private static final Pattern VERSION = Pattern.compile(PROGRAM + " go(\\d+(?:\\.\\d+)*)");

    private final Binaries binaries;

    /** A driver that also finds what the user has installed with {@code run-scenario proxies install}. */
    public GoDriver() {
        this.binaries = new Binaries(ID, PROGRAM, List.of("version"), VERSION, "1.22", Provisioner.ofUser());
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return "Go's httputil.ReverseProxy and http.Transport, in a program of ours";
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
        return GoKnobs.capabilities();
    }

    /** Source: documentation of package net/http, Transport; measured with GET, POST, PUT and DELETE. */
    @Override
    public CapabilitySheet sheet(Installation installation) {
        return new CapabilitySheet(
                        "the whole process (one http.Transport)",
                        Duration.ofNanos(1),
                        CapabilitySheet.WhenFull.QUEUES,
                        "GET, HEAD, OPTIONS and TRACE without a body, when a reused connection fails before the response began",
                        List.of(
                                "it dials for a request that waits and may serve it on another connection, so some connections"
                                        + " carry nothing; Go's own trace counts fewer than were accepted",
                                "a request that it sends again leaves no line in its log"))
                .with(EarlyClose.of("idempotent-on-reused", "502"));
    }

    @Override
    public Rendering render(ProxyPlan plan) {
        plan.refuseVariant();
        return new GoConfig(plan).render();
    }

    @Override
    public RunningProxy start(ProxyPlan plan, Rendering rendering) throws ProxyFailedException {
        return NativeProxy.start(plan, rendering, new GoLife(plan));
    }
}
