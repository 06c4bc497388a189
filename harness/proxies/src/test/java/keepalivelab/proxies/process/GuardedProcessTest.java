package keepalivelab.proxies.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import keepalivelab.proxies.process.GuardedProcess.Ending;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GuardedProcessTest {
    private static final Duration PLENTY = Duration.ofSeconds(20);

    /** A first process that ignores INT and a background child that ignores TERM, as a stubborn worker would. */
    private static final String TREE = "trap '' INT; sh -c 'trap \"\" TERM; echo child; while :; do sleep 1000; done' &"
            + " echo first; echo complaint >&2; while :; do sleep 1000 & wait $!; done";

    @TempDir
    Path directory;

    private GuardedProcess start(String script) {
        return GuardedProcess.start(
                new Launch(List.of("sh", "-c", script), Map.of("COLOUR", "blue"), directory, "tree"));
    }

    private GuardedProcess startTree() {
        GuardedProcess process = start(TREE);
        awaitTree(process.group());
        return process;
    }

    private void awaitTree(ProcessGroup group) {
        await().atMost(PLENTY)
                .until(() ->
                        Files.readString(directory.resolve("tree.out")).lines().count() == 2);
        await().atMost(PLENTY).until(() -> group.members().size() >= 4);
    }

    private static void awaitNothingLeft(ProcessGroup group) {
        await().atMost(PLENTY).untilAsserted(() -> assertThat(group.members()).isEmpty());
    }

    @Test
    void nothingIsLeftWhenTheOwnerIsKilled() throws IOException {
        try (Owner owner = Owner.of(directory, List.of("sh", "-c", TREE))) {
            awaitTree(owner.group());
            owner.kill();
            awaitNothingLeft(owner.group());
            await().atMost(PLENTY).until(() -> !new ProcessGroup(owner.guardPid()).firstRuns());
        }
    }

    @Test
    void nothingIsLeftWhenOwnerAndGuardAreKilledTogether() throws IOException {
        try (Owner owner = Owner.of(directory, List.of("sh", "-c", TREE))) {
            awaitTree(owner.group());
            Signal.KILL.send(owner.guardPid());
            owner.kill();
            awaitNothingLeft(owner.group());
        }
    }

    /** A temporary folder may be tidied away before its owner goes; that must cost nobody the way to the processes. */
    @Test
    void nothingIsLeftWhenTheFolderWasRemovedBeforeTheOwnerWasKilled() throws IOException {
        try (Owner owner = Owner.of(directory, List.of("sh", "-c", TREE))) {
            awaitTree(owner.group());
            removeFiles();
            owner.kill();
            awaitNothingLeft(owner.group());
        }
    }

    private void removeFiles() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
    }

    /** Only a process that goes on can still obey TERM and say goodbye. */
    @Test
    void aPausedProcessDoesNotSurviveItsOwnerAndStillEndsGracefully() throws IOException {
        String obeys = "trap 'echo goodbye; exit' TERM; echo up; while :; do sleep 1000 & wait $!; done";
        try (Owner owner = Owner.of(directory, List.of("sh", "-c", obeys))) {
            await().atMost(PLENTY).until(() -> output().contains("up"));
            Signal.STOP.sendToGroup(owner.group().id());
            await().atMost(PLENTY).until(owner.group()::stopped);
            owner.kill();
            awaitNothingLeft(owner.group());
            assertThat(output()).contains("goodbye");
        }
    }

    @Test
    void aPauseStopsAllOfItUntilItIsResumed() {
        try (GuardedProcess process = startTree()) {
            assertThat(process.pause()).isTrue();
            assertThat(process.group().stopped()).isTrue();
            assertThat(process.alive()).isTrue();
            process.resume();
            await().atMost(PLENTY).until(() -> !process.group().stopped());
        }
    }

    /** In the background, since a shell that waits in vfork for a stopped child does not stop itself. */
    @Test
    void aPausedProcessIsStoppedGracefully() {
        try (GuardedProcess process = start("trap 'exit 7' QUIT; sleep 1000 & echo up; wait")) {
            await().atMost(PLENTY).until(() -> process.tail(5).contains("up"));
            assertThat(process.pause()).isTrue();
            assertThat(process.stop(Signal.QUIT, PLENTY)).isEqualTo(Ending.GRACEFUL);
        }
    }

    private String output() throws IOException {
        return Files.readString(directory.resolve("tree.out"));
    }

    @Test
    void aProcessOutlivesTheThreadThatStartedIt() throws IOException {
        try (Owner owner = Owner.of(directory, List.of("sh", "-c", TREE))) {
            awaitTree(owner.group());
            assertThat(owner.jvm().isAlive()).isTrue();
            assertThat(owner.group().firstRuns()).isTrue();
        }
    }

    @Test
    void nothingIsLeftWhenTheFirstProcessIsKilled() {
        try (GuardedProcess process = startTree()) {
            Signal.KILL.send(process.pid());
            awaitNothingLeft(process.group());
            assertThat(process.alive()).isFalse();
            assertThat(process.exitStatus()).hasValue(137);
            assertThat(process.stop(Signal.TERM, PLENTY)).isEqualTo(Ending.BEFORE);
        }
    }

    @Test
    void nothingIsLeftWhenTheGuardIsKilled() {
        try (GuardedProcess process = startTree()) {
            Signal.KILL.send(process.guardPid());
            awaitNothingLeft(process.group());
            assertThat(process.endsWithin(PLENTY)).isTrue();
            assertThat(process.exitStatus()).isEmpty();
        }
    }

    @Test
    void nothingIsLeftWhenAllOfTheGuardIsKilled() {
        try (GuardedProcess process = startTree()) {
            Signal.KILL.sendToGroup(process.guardPid());
            awaitNothingLeft(process.group());
        }
    }

    @Test
    void stopEscalatesUntilTheLastOfTheGroupIsGone() {
        try (GuardedProcess process = startTree()) {
            assertThat(process.alive()).isTrue();
            assertThat(process.stop(Signal.INT, Duration.ofMillis(50))).isIn(Ending.TERMINATED, Ending.KILLED);
            assertThat(process.group().members()).isEmpty();
            assertThat(process.stop(Signal.INT, PLENTY)).isEqualTo(Ending.BEFORE);
        }
    }

    @Test
    void aGracefulSignalThatIsObeyedIsEnough() {
        try (GuardedProcess process = start("trap 'exit 7' QUIT; echo up; while :; do sleep 0.05; done")) {
            await().atMost(PLENTY).until(() -> process.tail(5).contains("up"));
            assertThat(process.stop(Signal.QUIT, PLENTY)).isEqualTo(Ending.GRACEFUL);
            // The guard tells it a moment after the last process is gone.
            await().atMost(PLENTY)
                    .untilAsserted(() -> assertThat(process.exitStatus()).hasValue(7));
        }
    }

    @Test
    void itIsTheLeaderOfItsOwnGroupAndNotInTheGuards() {
        try (GuardedProcess process = startTree()) {
            assertThat(process.group().members()).contains(process.pid()).doesNotContain(process.guardPid());
            assertThat(new ProcessGroup(process.guardPid()).members()).contains(process.guardPid());
        }
    }

    @Test
    void itsOutputAndEnvironmentAreItsOwn() throws IOException {
        try (GuardedProcess process = start("pwd; echo $COLOUR; echo bad >&2; read line || echo no input; exit 3")) {
            assertThat(process.endsWithin(PLENTY)).isTrue();
            assertThat(process.tail(10)).containsExactly(directory.toRealPath().toString(), "blue", "no input", "bad");
            assertThat(process.tail(1)).containsExactly("bad");
            await().atMost(PLENTY).until(() -> process.exitStatus().isPresent());
            assertThat(process.exitStatus()).hasValue(3);
        }
    }

    @Test
    void aCommandThatDoesNotExistEndsAtOnceAndSaysSo() {
        Launch launch = new Launch(List.of("/no/such/proxy"), Map.of(), directory, "none");
        try (GuardedProcess process = GuardedProcess.start(launch)) {
            assertThat(process.endsWithin(PLENTY)).isTrue();
            await().atMost(PLENTY).until(() -> process.exitStatus().isPresent());
            assertThat(process.exitStatus()).hasValue(127);
            assertThat(process.tail(3)).anyMatch(line -> line.contains("/no/such/proxy"));
        }
    }
}
