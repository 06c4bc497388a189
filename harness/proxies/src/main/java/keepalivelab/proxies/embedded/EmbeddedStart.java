package keepalivelab.proxies.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import keepalivelab.api.CounterMeaning;
import keepalivelab.api.EnvironmentException;
import keepalivelab.api.ProxyFailedException;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.Rendering;
import keepalivelab.api.RunningProxy;
import keepalivelab.proxies.process.Await;
import keepalivelab.proxies.process.GuardedProcess;
import keepalivelab.proxies.process.Launch;
import keepalivelab.proxies.process.ReadyProbe;

/** Starts the embedded proxy's process, whatever its upstream side is. */
public final class EmbeddedStart {
    /** The file in the plan's folder that holds {@link EmbeddedConfig#text}. */
    public static final String CONFIG_FILE = "proxy.conf";

    private static final Duration READY_LIMIT = Duration.ofSeconds(20);
    private static final int MESSAGE_LINES = 5;

    private EmbeddedStart() {}

    /**
     * Writes the files, starts the process and waits until it is ready.
     *
     * @param name what to call it in messages
     * @param meanings what of its counters the ledger can be held against
     * @throws ProxyFailedException if it refuses, dies or does not become ready
     */
    public static RunningProxy of(String name, ProxyPlan plan, Rendering rendering, List<CounterMeaning> meanings)
            throws ProxyFailedException {
        write(plan.directory(), rendering.files());
        Launch launch = new Launch(rendering.command(), Map.of(), plan.directory(), "proxy");
        GuardedProcess process = GuardedProcess.start(launch);
        EmbeddedProcess proxy = new EmbeddedProcess(plan, process, launch.outLog(), launch.errLog(), meanings);
        try {
            ReadyProbe.Result result = await(proxy);
            if (result != ReadyProbe.Result.READY) {
                throw failure(name, proxy, result);
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

    private static ProxyFailedException failure(String name, EmbeddedProcess proxy, ReadyProbe.Result result) {
        boolean portTaken = proxy.saysPortTaken();
        proxy.close();
        String what = portTaken
                ? "found its port " + proxy.address().getPort() + " taken"
                : result == ReadyProbe.Result.LATE ? "did not become ready within 20 s" : "died while it started";
        return new ProxyFailedException(name + " " + what, proxy.process().tail(MESSAGE_LINES), portTaken);
    }
}
