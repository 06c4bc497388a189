package keepalivelab.proxies.process;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import keepalivelab.api.CounterMeaning;
import keepalivelab.api.EnvironmentException;
import keepalivelab.api.ProxyFailedException;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.Rendering;
import keepalivelab.api.RunningProxy;

/** A proxy that runs as processes of its own, from its written configuration to its end. Thread-safe if its life is. */
public final class NativeProxy implements RunningProxy {
    private static final Duration CHECK_LIMIT = Duration.ofSeconds(30);
    private static final Duration READY_LIMIT = Duration.ofSeconds(15);
    private static final Duration KILL_LIMIT = Duration.ofSeconds(10);
    private static final int MESSAGE_LINES = 5;

    private final InetSocketAddress address;
    private final GuardedProcess process;
    private final NativeLife life;

    private NativeProxy(InetSocketAddress address, GuardedProcess process, NativeLife life) {
        this.address = address;
        this.process = process;
        this.life = life;
    }

    /**
     * Writes the files, checks them with the proxy's own check, starts it and waits until it is ready.
     *
     * @throws ProxyFailedException if it refuses, dies or does not become ready, with its own last lines; nothing of it is
     *     left
     */
    public static NativeProxy start(ProxyPlan plan, Rendering rendering, NativeLife life) throws ProxyFailedException {
        write(plan.directory(), rendering.files(), life);
        check(plan, life);
        GuardedProcess process =
                GuardedProcess.start(new Launch(rendering.command(), life.environment(), plan.directory(), "proxy"));
        try {
            NativeProxy proxy = new NativeProxy(plan.listen(), process, life);
            ReadyProbe.Result result = ReadyProbe.await(process, life::ready, life::saysPortTaken, READY_LIMIT);
            if (result != ReadyProbe.Result.READY) {
                throw proxy.failure(result);
            }
            return proxy;
        } catch (RuntimeException | Error e) {
            // Nobody has got it yet, so nobody else can stop it.
            process.stop(Signal.KILL, KILL_LIMIT);
            throw e;
        }
    }

    private static void write(Path directory, Map<String, String> files, NativeLife life) {
        try {
            for (Map.Entry<String, String> file : files.entrySet()) {
                Path path = directory.resolve(file.getKey());
                Files.createDirectories(path.getParent());
                Files.writeString(path, file.getValue());
            }
        } catch (IOException e) {
            throw new EnvironmentException(
                    "cannot write the configuration of " + life.name() + " to " + directory + ": " + e);
        }
    }

    private static void check(ProxyPlan plan, NativeLife life) throws ProxyFailedException {
        if (life.check().isEmpty()) {
            return;
        }
        CommandOutput output = CommandOutput.of(life.check(), life.environment(), plan.directory(), CHECK_LIMIT);
        if (!life.accepted(output)) {
            throw new ProxyFailedException(
                    life.name() + " refuses its configuration", life.complaints(output.lines()), false);
        }
    }

    /** Kills what is left of it (one that still waits for a port may obey nothing else) and says why it failed. */
    private ProxyFailedException failure(ReadyProbe.Result result) {
        boolean portTaken = life.saysPortTaken();
        process.stop(Signal.KILL, KILL_LIMIT);
        List<String> lines = new ArrayList<>(process.tail(MESSAGE_LINES));
        lines.addAll(life.log().tail());
        String what = portTaken
                ? " found its port " + address.getPort() + " taken"
                : result == ReadyProbe.Result.LATE
                        ? " did not become ready within " + READY_LIMIT.toSeconds() + " s"
                        : " died while it started";
        return new ProxyFailedException(life.name() + what, life.complaints(lines), portTaken);
    }

    /** Its processes, for tests and diagnosis. */
    public GuardedProcess process() {
        return process;
    }

    @Override
    public InetSocketAddress address() {
        return address;
    }

    @Override
    public OptionalLong pid() {
        return OptionalLong.of(process.pid());
    }

    @Override
    public boolean alive() {
        return process.alive();
    }

    @Override
    public Map<String, Long> counters() {
        return alive() ? life.counters() : Map.of();
    }

    @Override
    public List<CounterMeaning> counterMeanings() {
        return life.counterMeanings();
    }

    @Override
    public boolean pausable() {
        return life.handlesInOneThread() && process.group().members().size() == 1;
    }

    @Override
    public void pause() throws ProxyFailedException {
        if (!process.pause()) {
            throw new ProxyFailedException(life.name() + " cannot be paused", log().tail(), false);
        }
    }

    @Override
    public void resume() {
        process.resume();
    }

    @Override
    public LogFindings log() {
        return life.log();
    }

    @Override
    public void close() {
        if (process.alive()) {
            process.resume();
            life.beforeStop();
        }
        process.stop(life.gracefulSignal(), life.gracefulLimit());
    }
}
