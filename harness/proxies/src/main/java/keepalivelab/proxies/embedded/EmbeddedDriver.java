package keepalivelab.proxies.embedded;

import com.google.auto.service.AutoService;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import keepalivelab.api.CapabilitySheet;
import keepalivelab.api.EnvironmentException;
import keepalivelab.api.InputException;
import keepalivelab.api.Installation;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobStatus;
import keepalivelab.api.PoolFactory;
import keepalivelab.api.ProxyDriver;
import keepalivelab.api.ProxyFailedException;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.Rendering;
import keepalivelab.api.RunningProxy;
import keepalivelab.proxies.process.Await;
import keepalivelab.proxies.process.GuardedProcess;
import keepalivelab.proxies.process.Launch;
import keepalivelab.proxies.process.ReadyProbe;

/** Drives the embedded proxy: a JVM of its own, of the kind that runs this, with the pool that the variant names. */
@AutoService(ProxyDriver.class)
public final class EmbeddedDriver implements ProxyDriver {
    static final String ID = "embedded";
    static final String CONFIG_FILE = "proxy.conf";

    private static final Duration READY_LIMIT = Duration.ofSeconds(20);
    private static final int MESSAGE_LINES = 5;

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return "the HTTP/1.1 reverse proxy that comes with this tool; the variant names its pool";
    }

    @Override
    public List<String> variants() {
        return PoolFactory.all().stream().map(PoolFactory::id).toList();
    }

    @Override
    public List<Installation> installations() {
        return List.of(new Installation(ID, version(), ChildCommand.java().toString(), "part of this tool"));
    }

    @Override
    public Installation locate(Optional<String> target) {
        Installation own = installations().get(0);
        target.filter(wanted -> !wanted.equals(own.version())).ifPresent(wanted -> {
            throw new InputException("embedded@" + wanted + ": there is only version " + own.version()
                    + ", part of this tool; a pool is written embedded:lifo");
        });
        return own;
    }

    @Override
    public Map<Knob, KnobStatus> capabilities(Installation installation) {
        EnumMap<Knob, KnobStatus> capabilities = new EnumMap<>(Knob.class);
        for (Knob knob : Knob.values()) {
            capabilities.put(knob, EmbeddedKnobs.status(knob));
        }
        return capabilities;
    }

    @Override
    public CapabilitySheet sheet(Installation installation) {
        return new CapabilitySheet(
                "the whole process; each worker for the pools per-worker and, as its original, thread-lru",
                Duration.ofMillis(1),
                CapabilitySheet.WhenFull.NO_LIMIT,
                "by retry.rule: idempotent methods when a reused connection fails (default), any request of at most"
                        + " 64 KiB then, or none; at most one further attempt",
                List.of("a JVM of its own with a fixed heap"));
    }

    @Override
    public Rendering render(ProxyPlan plan) {
        String pool = plan.variant().orElse(EmbeddedConfig.DEFAULT_POOL);
        // Found now, so that a mistyped pool is an error before anything starts.
        PoolFactory factory = PoolFactory.of(pool);
        Map<Knob, KnobStatus> statuses = EmbeddedKnobs.statuses(plan.knobs());
        EmbeddedConfig config = new EmbeddedConfig(plan.listen(), plan.upstream(), plan.probe(), pool, plan.knobs());
        EmbeddedKnobs.checkTogether(config);
        ChildCommand command = ChildCommand.of(CONFIG_FILE);
        Map<String, String> files = new java.util.LinkedHashMap<>();
        files.put(CONFIG_FILE, config.text());
        files.putAll(command.files());
        boolean pools = !config.value(Knob.ROLE).equals("answer");
        List<String> notes = pools ? List.of(pool + ": " + factory.semantics()) : List.of();
        return new Rendering(files, command.words(), statuses, notes);
    }

    @Override
    public RunningProxy start(ProxyPlan plan, Rendering rendering) throws ProxyFailedException {
        write(plan.directory(), rendering.files());
        Launch launch = new Launch(rendering.command(), Map.of(), plan.directory(), "proxy");
        GuardedProcess process = GuardedProcess.start(launch);
        EmbeddedProcess proxy = new EmbeddedProcess(plan, process, launch.outLog(), launch.errLog());
        try {
            ReadyProbe.Result result = await(proxy);
            if (result != ReadyProbe.Result.READY) {
                throw failure(proxy, result);
            }
            return proxy;
        } catch (RuntimeException | Error e) {
            // Nobody has got it yet, so nobody else can stop it.
            proxy.close();
            throw e;
        }
    }

    private static ReadyProbe.Result await(EmbeddedProcess proxy) {
        boolean listens = Await.until(() -> proxy.listens() || !proxy.alive(), READY_LIMIT);
        if (!proxy.alive()) {
            return ReadyProbe.Result.FAILED;
        }
        if (!listens) {
            return ReadyProbe.Result.LATE;
        }
        String mark = EmbeddedLog.processLine(proxy.process().pid()) + "\r\n";
        return new ReadyProbe(proxy.control(), Routes.READY, 204, mark)
                .await(proxy.process(), proxy::saysPortTaken, READY_LIMIT);
    }

    private static void write(Path directory, Map<String, String> files) {
        try {
            for (Map.Entry<String, String> file : files.entrySet()) {
                Files.writeString(directory.resolve(file.getKey()), file.getValue());
            }
        } catch (IOException e) {
            throw new EnvironmentException(
                    "cannot write the embedded proxy's configuration to " + directory + ": " + e);
        }
    }

    private static ProxyFailedException failure(EmbeddedProcess proxy, ReadyProbe.Result result) {
        boolean portTaken = proxy.saysPortTaken();
        proxy.close();
        String what = portTaken
                ? "found its port " + proxy.address().getPort() + " taken"
                : result == ReadyProbe.Result.LATE ? "did not become ready within 20 s" : "died while it started";
        return new ProxyFailedException("embedded " + what, proxy.process().tail(MESSAGE_LINES), portTaken);
    }

    private static String version() {
        Properties properties = new Properties();
        try (InputStream in = Objects.requireNonNull(EmbeddedDriver.class.getResourceAsStream("version.properties"))) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version", "");
    }
}
