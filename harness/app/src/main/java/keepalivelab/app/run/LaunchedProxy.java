package keepalivelab.app.run;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import keepalivelab.api.EnvironmentException;
import keepalivelab.api.KnobSettings;
import keepalivelab.api.ProxyFailedException;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.Rendering;
import keepalivelab.api.RunningProxy;
import keepalivelab.proxies.process.FreePorts;

/** A proxy under test, started for one cell in a temporary folder of its own. Closing stops it and removes the folder. */
final class LaunchedProxy implements AutoCloseable {
    private static final long LARGEST_KEPT_FILE = 4L << 20;

    private final RunningProxy proxy;
    private final Rendering rendering;
    private final Path folder;

    private LaunchedProxy(RunningProxy proxy, Rendering rendering, Path folder) {
        this.proxy = proxy;
        this.rendering = rendering;
        this.folder = folder;
    }

    /**
     * Starts the proxy of an arm. A port that was taken between finding and binding it is tried once more with another.
     *
     * @throws ProxyFailedException if it refuses, dies or does not become ready
     */
    static LaunchedProxy start(ArmBinding arm, KnobSettings knobs, InetSocketAddress upstream, InetSocketAddress probe)
            throws ProxyFailedException {
        try {
            return tryOnce(arm, knobs, upstream, probe);
        } catch (ProxyFailedException e) {
            if (!e.portTaken()) {
                throw e;
            }
            return tryOnce(arm, knobs, upstream, probe);
        }
    }

    private static LaunchedProxy tryOnce(
            ArmBinding arm, KnobSettings knobs, InetSocketAddress upstream, InetSocketAddress probe)
            throws ProxyFailedException {
        Path folder = temporaryFolder();
        try {
            ProxyPlan plan = plan(arm, knobs, FreePorts.loopback(), new Upstreams(upstream, probe), folder);
            Rendering rendering = arm.driver().render(plan);
            return new LaunchedProxy(arm.driver().start(plan, rendering), rendering, folder);
        } catch (ProxyFailedException | RuntimeException e) {
            delete(folder);
            throw e;
        }
    }

    /**
     * What a proxy forwards to.
     *
     * @param measured the backend that counts
     * @param probe the backend of warm-up and readiness
     */
    record Upstreams(InetSocketAddress measured, InetSocketAddress probe) {}

    static ProxyPlan plan(
            ArmBinding arm, KnobSettings knobs, InetSocketAddress listen, Upstreams upstreams, Path folder) {
        return new ProxyPlan(
                arm.installation().orElseThrow(),
                arm.arm().variant(),
                knobs,
                listen,
                upstreams.measured(),
                Optional.of(upstreams.probe()),
                folder);
    }

    RunningProxy running() {
        return proxy;
    }

    Rendering rendering() {
        return rendering;
    }

    /** Stops the proxy; its files stay until {@link #close}. */
    void stop() {
        proxy.close();
    }

    /** Copies configuration and logs; sockets, caches and whatever is too large stay behind. */
    void keepFiles(Path target) {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(LaunchedProxy::worthKeeping).toList()) {
                Files.copy(file, target.resolve(file.getFileName().toString()));
            }
        } catch (IOException e) {
            throw new EnvironmentException("cannot keep the proxy's files in " + target + ": " + e.getMessage());
        }
    }

    @Override
    public void close() {
        proxy.close();
        delete(folder);
    }

    private static boolean worthKeeping(Path file) {
        try {
            String name = file.getFileName().toString();
            boolean ours = name.endsWith("-guard.sh") || name.endsWith(".pid") || name.equals("pid");
            return Files.isRegularFile(file) && !ours && Files.size(file) <= LARGEST_KEPT_FILE && Files.size(file) > 0;
        } catch (IOException vanished) {
            return false;
        }
    }

    private static Path temporaryFolder() {
        try {
            Path folder = Files.createTempDirectory("keepalive-lab-");
            // Workers of a proxy may run as another user than the harness.
            folder.toFile().setExecutable(true, false);
            folder.toFile().setReadable(true, false);
            return folder;
        } catch (IOException e) {
            throw new EnvironmentException(
                    "cannot make a temporary folder: " + e.getMessage() + "; free some space or set -Djava.io.tmpdir");
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException leftover) {
            // A file that a dying process still wrote; the system's temporary folder is cleaned anyway.
        }
    }
}
