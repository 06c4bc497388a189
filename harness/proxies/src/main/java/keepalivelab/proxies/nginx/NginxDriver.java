package keepalivelab.proxies.nginx;

import com.google.auto.service.AutoService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import keepalivelab.api.EnvironmentException;
import keepalivelab.api.InputException;
import keepalivelab.api.Installation;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobStatus;
import keepalivelab.api.ProxyDriver;
import keepalivelab.api.ProxyFailedException;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.Rendering;
import keepalivelab.api.RunningProxy;
import keepalivelab.proxies.process.CommandOutput;
import keepalivelab.proxies.process.DottedVersion;
import keepalivelab.proxies.process.GuardedProcess;
import keepalivelab.proxies.process.Launch;
import keepalivelab.proxies.process.ReadyProbe;
import keepalivelab.proxies.process.Signal;
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

    private static final Duration CHECK_LIMIT = Duration.ofSeconds(10);
    private static final Duration READY_LIMIT = Duration.ofSeconds(15);
    private static final int MESSAGE_LINES = 5;

    private final NginxBinaries binaries;

    /** A driver that also finds what the user has installed with {@code run-scenario proxies install}. */
    public NginxDriver() {
        this(Provisioner.ofUser());
    }

    NginxDriver(Provisioner provisioner) {
        this.binaries = new NginxBinaries(provisioner);
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

    @Override
    public Rendering render(ProxyPlan plan) {
        plan.variant().ifPresent(variant -> {
            throw new InputException("nginx:" + variant + ": nginx has no variants; a version is written nginx@1.31.3");
        });
        return new NginxConfig(plan, System.getProperty("user.name", "")).render();
    }

    @Override
    public RunningProxy start(ProxyPlan plan, Rendering rendering) throws ProxyFailedException {
        write(plan.directory(), rendering.files());
        check(plan, rendering.command());
        GuardedProcess process =
                GuardedProcess.start(new Launch(rendering.command(), Map.of(), plan.directory(), "proxy"));
        NginxLog log = new NginxLog(plan.directory().resolve(NginxConfig.ERROR_LOG));
        NginxProcess nginx = new NginxProcess(plan.listen(), process, log);
        ReadyProbe probe = new ReadyProbe(plan.listen(), NginxConfig.READY_PATH, 204, NginxConfig.readyMark(plan));
        ReadyProbe.Result result = probe.await(process, log::saysPortTaken, READY_LIMIT);
        if (result != ReadyProbe.Result.READY) {
            throw failure(plan, nginx, result);
        }
        return nginx;
    }

    /** A log that an earlier try left in the folder would be taken for this one's. */
    private static void write(Path directory, Map<String, String> files) {
        try {
            Files.deleteIfExists(directory.resolve(NginxConfig.ERROR_LOG));
            for (Map.Entry<String, String> file : files.entrySet()) {
                Files.writeString(directory.resolve(file.getKey()), file.getValue());
            }
        } catch (IOException e) {
            throw new EnvironmentException("cannot write nginx's configuration to " + directory + ": " + e);
        }
    }

    private static void check(ProxyPlan plan, List<String> command) throws ProxyFailedException {
        List<String> check = new ArrayList<>(command);
        check.add("-t");
        CommandOutput output = CommandOutput.of(check, CHECK_LIMIT);
        if (!output.succeeded()) {
            throw new ProxyFailedException(
                    name(plan) + " refuses its configuration", NginxLog.complaints(output.lines()), false);
        }
    }

    /** Kills what is left of it (while nginx waits for a port it obeys nothing else) and says why it failed. */
    private static ProxyFailedException failure(ProxyPlan plan, NginxProcess nginx, ReadyProbe.Result result) {
        boolean portTaken = nginx.errorLog().saysPortTaken();
        nginx.process().stop(Signal.KILL, CHECK_LIMIT);
        List<String> lines = new ArrayList<>(nginx.process().tail(MESSAGE_LINES));
        lines.addAll(nginx.log().tail());
        String what = portTaken
                ? " found its port " + plan.listen().getPort() + " taken"
                : result == ReadyProbe.Result.LATE ? " did not become ready within 15 s" : " died while it started";
        return new ProxyFailedException(name(plan) + what, NginxLog.complaints(lines), portTaken);
    }

    private static String name(ProxyPlan plan) {
        return "nginx " + plan.installation().version();
    }
}
