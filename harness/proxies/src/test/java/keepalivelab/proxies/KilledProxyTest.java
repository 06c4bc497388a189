package keepalivelab.proxies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import keepalivelab.api.RunningProxy;
import keepalivelab.proxies.process.ProcessGroup;
import keepalivelab.proxies.process.Signal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Whatever is killed, nothing of any driver's proxy outlives it. */
@EnabledOnOs(OS.LINUX)
class KilledProxyTest {
    /** Every driver that starts processes. */
    static final List<String> DRIVERS = Found.installations().stream()
            .map(word -> word.split("@", 2)[0])
            .filter(id -> !id.equals("external"))
            .distinct()
            .toList();

    /** The guard's own limit is 2 s from TERM to KILL; the rest is for a busy machine. */
    private static final Duration STOP_LIMIT = Duration.ofSeconds(15);

    @TempDir
    Path directory;

    CountingServer backend;

    @BeforeEach
    void startBackend() throws IOException {
        backend = CountingServer.start();
    }

    @AfterEach
    void stopBackend() throws IOException {
        backend.close();
    }

    @ParameterizedTest
    @FieldSource("DRIVERS")
    void nothingIsLeftWhenTheFirstProcessIsKilled(String driver) throws Exception {
        try (RunningProxy proxy = StartedProxy.of(driver, backend.address(), directory)) {
            Tree tree = Tree.of(proxy.pid().orElseThrow());
            Signal.KILL.send(tree.first());
            tree.awaitNothingLeft();
            assertThat(proxy.alive()).isFalse();
        }
    }

    @ParameterizedTest
    @FieldSource("DRIVERS")
    void nothingIsLeftWhenTheGuardIsKilled(String driver) throws Exception {
        try (RunningProxy proxy = StartedProxy.of(driver, backend.address(), directory)) {
            Tree tree = Tree.of(proxy.pid().orElseThrow());
            Signal.KILL.send(tree.guard());
            tree.awaitNothingLeft();
            assertThat(proxy.alive()).isFalse();
        }
    }

    @ParameterizedTest
    @FieldSource("DRIVERS")
    void nothingIsLeftWhenTheHarnessIsKilled(String driver) throws Exception {
        Found.installation(driver);
        Process harness = harness(driver);
        try {
            BufferedReader said = harness.inputReader(StandardCharsets.UTF_8);
            Tree tree = Tree.of(Long.parseLong(said.readLine()));
            harness.destroyForcibly().waitFor();
            tree.awaitNothingLeft();
        } finally {
            harness.destroyForcibly();
        }
    }

    private Process harness(String driver) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        HarnessMain.class.getName(),
                        driver,
                        Integer.toString(backend.address().getPort()),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /**
     * The processes of one proxy, as they were found before anything was killed.
     *
     * @param first the proxy's first process
     * @param guard its parent
     * @param all both, and all that descend from the first, in whatever group they are
     */
    private record Tree(long first, long guard, List<Long> all) {
        static Tree of(long first) {
            ProcessHandle handle = ProcessHandle.of(first).orElseThrow();
            long guard = handle.parent().orElseThrow().pid();
            Stream<Long> descendants = handle.descendants().map(ProcessHandle::pid);
            return new Tree(
                    first,
                    guard,
                    Stream.concat(Stream.of(first, guard), descendants).toList());
        }

        void awaitNothingLeft() {
            await("processes left of " + all)
                    .atMost(STOP_LIMIT)
                    .until(() -> all.stream().noneMatch(Tree::runs) && new ProcessGroup(first).isEmpty());
        }

        /** A zombie that nobody reaps runs nothing. */
        private static boolean runs(long pid) {
            try (Stream<String> status = Files.lines(Path.of("/proc", Long.toString(pid), "status"))) {
                return status.noneMatch(line -> line.matches("State:\\s+[ZX].*"));
            } catch (IOException | java.io.UncheckedIOException gone) {
                return false;
            }
        }
    }
}
