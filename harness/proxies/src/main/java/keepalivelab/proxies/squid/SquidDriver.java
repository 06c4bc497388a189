package keepalivelab.proxies.squid;

import com.google.auto.service.AutoService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import keepalivelab.api.CapabilitySheet;
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
 * Drives Squid from 5 on as a reverse proxy that caches nothing, as one process, with everything it writes in the plan's
 * folder. Started by root it becomes {@code nobody}, who is given that folder.
 */
@AutoService(ProxyDriver.class)
public final class SquidDriver implements ProxyDriver {
    static final String ID = "squid";

    private static final String NOBODY = "nobody";
    private static final Pattern VERSION = Pattern.compile("Squid Cache: Version (\\d+(?:\\.\\d+)*)");

    private final Binaries binaries;

    /** A driver that also finds what the user has installed with {@code run-scenario proxies install}. */
    public SquidDriver() {
        this.binaries = new Binaries(ID, "squid", List.of("-v"), VERSION, "5.0", Provisioner.ofUser());
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return "Squid as an HTTP reverse proxy that caches nothing, 5 or newer";
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
        return SquidKnobs.capabilities();
    }

    /** Source: Squid's documented configuration file; timers and retries are measured. */
    @Override
    public CapabilitySheet sheet(Installation installation) {
        return new CapabilitySheet(
                "the whole process",
                Duration.ofSeconds(1),
                CapabilitySheet.WhenFull.REFUSES,
                "anything but POST, when a reused connection is closed in order before the response began, not when it"
                        + " is reset",
                List.of(
                        "no limit of idle connections",
                        "a POST always opens a connection of its own",
                        "its limit of connections counts idle ones, which it then does not use",
                        "one connection without a request when it starts, over before the measurement",
                        "a request that it sends again leaves no line in its log"));
    }

    @Override
    public Rendering render(ProxyPlan plan) {
        plan.refuseVariant();
        return new SquidConfig(plan, isRoot() ? NOBODY : "").render();
    }

    private static boolean isRoot() {
        return System.getProperty("user.name", "").equals("root");
    }

    @Override
    public RunningProxy start(ProxyPlan plan, Rendering rendering) throws ProxyFailedException {
        if (isRoot()) {
            giveAway(plan.directory());
        }
        SquidLife life = new SquidLife(plan, rendering);
        life.cacheLog().forget();
        life.failures().forget();
        return NativeProxy.start(plan, rendering, life);
    }

    /** It opens its files after it has become nobody. */
    private static void giveAway(Path folder) {
        try {
            UserPrincipal nobody =
                    folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(NOBODY);
            Files.setOwner(folder, nobody);
        } catch (IOException e) {
            throw new EnvironmentException("cannot give " + folder + " to the user " + NOBODY
                    + ", which Squid becomes when root starts it: " + e);
        }
    }
}
