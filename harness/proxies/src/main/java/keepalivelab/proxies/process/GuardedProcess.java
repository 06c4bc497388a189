package keepalivelab.proxies.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import keepalivelab.api.EnvironmentException;

/**
 * A process, with all it starts, that never outlives the harness. Thread-safe.
 *
 * <p>It runs as the first of a process group of its own, under a guard: a small shell script in another session that holds
 * the read end of a pipe. The group is ended (TERM, 2 s later KILL) when
 *
 * <ul>
 *   <li>the harness is gone, however it died: the kernel closes its end of the pipe and the guard reads end of file;
 *   <li>the group's first process died: the guard is its parent and waits for it;
 *   <li>the guard was killed: this class reads the end of the guard's output and does it instead;
 *   <li>harness and the guard's first process were killed at the same moment: the guard reads the pipe in a second process.
 * </ul>
 *
 * <p>What remains: if the harness and <em>both</em> processes of the guard are killed at once, before one of them acted, or if the
 * proxy puts a process into yet another group, that process stays. No parent-death signal is used: it is bound to the
 * thread that started the process and would fire when that thread ends.
 */
public final class GuardedProcess implements AutoCloseable {
    /** What it took to stop a process. */
    public enum Ending {
        /** It had already ended, by itself or by an earlier stop. */
        BEFORE,
        /** The graceful signal was enough. */
        GRACEFUL,
        /** It needed TERM. */
        TERMINATED,
        /** It needed KILL. */
        KILLED
    }

    private static final Duration START_LIMIT = Duration.ofSeconds(20);
    private static final Duration PAUSE_LIMIT = Duration.ofSeconds(5);
    private static final Duration TERM_LIMIT = Duration.ofSeconds(2);
    private static final Duration KILL_LIMIT = Duration.ofSeconds(10);
    private static final int GUARD_STEPS = (int) (TERM_LIMIT.toMillis() / 50);

    private final Launch launch;
    private final Process guard;
    private final CompletableFuture<Long> started = new CompletableFuture<>();
    private final CompletableFuture<Integer> exited = new CompletableFuture<>();
    private volatile ProcessGroup group = new ProcessGroup(-1);
    private boolean paused;

    private GuardedProcess(Launch launch, Process guard) {
        this.launch = launch;
        this.guard = guard;
    }

    /**
     * Starts it and returns as soon as it has a process id; whether the command can be run at all shows in
     * {@link #alive()} and {@link #exitStatus()} (127 where it was not found).
     *
     * @throws EnvironmentException if this machine cannot start it under a guard
     */
    public static GuardedProcess start(Launch launch) {
        String setsid = Executables.onPath("setsid")
                .orElseThrow(() -> new EnvironmentException("'setsid' is not on the PATH: a proxy cannot be kept from"
                        + " outliving the harness without it; it is part of the package util-linux"))
                .toString();
        try {
            writeScript(launch.guardScript());
            Process guard = guardBuilder(launch, setsid).start();
            GuardedProcess process = new GuardedProcess(launch, guard);
            process.watch();
            process.group = new ProcessGroup(process.awaitPid());
            return process;
        } catch (IOException e) {
            throw new EnvironmentException("cannot start " + launch.command().get(0) + ": " + e.getMessage());
        }
    }

    private static void writeScript(Path file) throws IOException {
        try (InputStream script = Objects.requireNonNull(GuardedProcess.class.getResourceAsStream("guard.sh"))) {
            Files.write(file, script.readAllBytes());
        }
    }

    private static ProcessBuilder guardBuilder(Launch launch, String setsid) {
        List<String> command = new ArrayList<>(List.of(
                setsid,
                "/bin/sh",
                launch.guardScript().toString(),
                launch.outLog().toString(),
                launch.errLog().toString(),
                launch.pidFile().toString(),
                Integer.toString(GUARD_STEPS)));
        command.addAll(launch.command());
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.directory(launch.directory().toFile()).redirectErrorStream(true);
        builder.environment().putAll(launch.environment());
        return builder;
    }

    private void watch() {
        Thread watcher = new Thread(this::readGuard, "guard of " + launch.name());
        watcher.setDaemon(true);
        watcher.start();
    }

    private void readGuard() {
        try (BufferedReader lines = guard.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                note(line);
            }
        } catch (IOException e) {
            // The guard's output is gone, which is what its end looks like as well.
        }
        guardEnded();
    }

    private void note(String line) {
        if (line.startsWith("pid ")) {
            started.complete(Long.parseLong(line.substring(4)));
        } else if (line.startsWith("exit ")) {
            exited.complete(Integer.parseInt(line.substring(5)));
        } else {
            started.completeExceptionally(new IOException(line));
        }
    }

    private void guardEnded() {
        started.completeExceptionally(new IOException("its guard ended at once"));
        if (!started.isCompletedExceptionally()) {
            ProcessGroup orphans = new ProcessGroup(started.join());
            if (!orphans.isEmpty()) {
                Signal.TERM.sendToGroup(orphans.id());
                Signal.CONT.sendToGroup(orphans.id());
                endByForce(orphans);
            }
        }
        exited.complete(-1);
    }

    private static void endByForce(ProcessGroup orphans) {
        if (!Await.until(orphans::isEmpty, TERM_LIMIT)) {
            Signal.KILL.sendToGroup(orphans.id());
        }
    }

    private long awaitPid() throws IOException {
        try {
            return started.get(START_LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            closePipe();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } catch (ExecutionException | TimeoutException e) {
            closePipe();
            throw new IOException("its guard did not start it: " + e.getMessage(), e);
        }
    }

    /** Process id of the first process, which is also the id of its group. */
    public long pid() {
        return group.id();
    }

    /** Process id of the guard, for tests and diagnosis. */
    public long guardPid() {
        return guard.pid();
    }

    /** Everything of it that runs. */
    public ProcessGroup group() {
        return group;
    }

    /** Whether its first process runs. */
    public boolean alive() {
        return !exited.isDone() && group.firstRuns();
    }

    /** Exit status of the first process, 128 + n where signal n ended it; empty while it runs or where nobody saw it. */
    public OptionalInt exitStatus() {
        int status = exited.getNow(-1);
        return status < 0 ? OptionalInt.empty() : OptionalInt.of(status);
    }

    /**
     * Stops all of it between two instructions.
     *
     * @return whether every thread stood still within 5 s; if not, it goes on
     */
    public synchronized boolean pause() {
        paused = true;
        Signal.STOP.sendToGroup(group.id());
        boolean stopped = Await.until(group::stopped, PAUSE_LIMIT);
        if (!stopped) {
            resume();
        }
        return stopped;
    }

    /** Lets it go on; nothing happens where it is not paused. */
    public synchronized void resume() {
        if (paused) {
            paused = false;
            Signal.CONT.sendToGroup(group.id());
        }
    }

    /** Waits for its end, at most {@code limit}. @return whether its first process has ended */
    public boolean endsWithin(Duration limit) {
        return Await.until(() -> !alive(), limit);
    }

    /**
     * Stops it: {@code graceful} to the first process, TERM to the group after {@code limit}, KILL to the group 2 s later.
     * Returns when nothing of the group runs any more. Ends a pause first. Idempotent; not shortened by an interrupt.
     *
     * @throws EnvironmentException if processes are left even so (one that hangs in the kernel cannot be killed)
     */
    public synchronized Ending stop(Signal graceful, Duration limit) {
        resume();
        Ending ending = alive() ? escalate(graceful, limit) : awaitRest();
        closePipe();
        return ending;
    }

    private Ending escalate(Signal graceful, Duration limit) {
        graceful.send(group.id());
        if (goneWithin(limit)) {
            return Ending.GRACEFUL;
        }
        Signal.TERM.sendToGroup(group.id());
        if (goneWithin(TERM_LIMIT)) {
            return Ending.TERMINATED;
        }
        killRest();
        return Ending.KILLED;
    }

    /** What the first process left behind is being ended by the guard, or by {@link #guardEnded()}. */
    private Ending awaitRest() {
        if (!goneWithin(TERM_LIMIT.multipliedBy(2))) {
            killRest();
        }
        return Ending.BEFORE;
    }

    private void killRest() {
        Signal.KILL.sendToGroup(group.id());
        if (!goneWithin(KILL_LIMIT)) {
            throw new EnvironmentException("processes " + group.members() + " of " + launch.name() + " do not end");
        }
    }

    /** The guard leaves after the group; looking at it first keeps the search through all processes rare. */
    private boolean goneWithin(Duration limit) {
        return Await.until(() -> !guard.isAlive() && group.isEmpty(), limit);
    }

    private void closePipe() {
        try {
            guard.getOutputStream().close();
        } catch (IOException e) {
            // The guard is gone and its end of the pipe with it: nothing is left to close.
        }
    }

    /** The last {@code lines} lines it printed: standard output first, then standard error. */
    public List<String> tail(int lines) {
        List<String> both = new ArrayList<>(LogTail.of(launch.outLog(), lines));
        both.addAll(LogTail.of(launch.errLog(), lines));
        return List.copyOf(both.subList(Math.max(0, both.size() - lines), both.size()));
    }

    /** Stops it with TERM. */
    @Override
    public void close() {
        stop(Signal.TERM, TERM_LIMIT);
    }
}
