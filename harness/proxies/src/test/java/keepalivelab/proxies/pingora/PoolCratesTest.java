package keepalivelab.proxies.pingora;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import keepalivelab.api.Arm;
import keepalivelab.api.InputException;
import keepalivelab.api.Installation;
import keepalivelab.api.PoolFigures;
import keepalivelab.api.PoolLaboratory;
import keepalivelab.api.PoolTask;
import keepalivelab.api.ProxyFailedException;
import keepalivelab.proxies.Required;
import keepalivelab.proxies.process.CommandOutput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The published crates beside the models of them: equal where the mechanism decides, of one kind where threads race. */
class PoolCratesTest {
    private static final String OLD = "0.8.0";
    private static final String NEW = "0.9.0";
    private static final int RUNS = 20;

    private final PoolLaboratory crates = PoolLaboratory.of("pingora-pool").orElseThrow();

    @TempDir
    Path directory;

    private static PoolTask task(String experiment, String... namesAndValues) {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String pair : namesAndValues) {
            int equals = pair.indexOf('=');
            parameters.put(pair.substring(0, equals), pair.substring(equals + 1));
        }
        return new PoolTask(experiment, parameters);
    }

    private static Installation installation(String version) {
        Optional<Installation> found = new PoolCrateDriver()
                .installations().stream()
                        .filter(i -> i.version().equals(version))
                        .findFirst();
        return Required.proxy(found, "pingora-pool " + version);
    }

    private PoolFigures crate(String version, PoolTask task) throws ProxyFailedException {
        return crates.run(Arm.parse("pingora-pool@" + version), installation(version), task, 1);
    }

    private static PoolFigures model(String version, PoolTask task) throws ProxyFailedException {
        Arm arm = Arm.parse(version.equals(OLD) ? "embedded:thread-lru" : "embedded:sharded-lru");
        Installation none = new Installation("embedded", "1", "here", "part of the test");
        return PoolLaboratory.of("embedded").orElseThrow().run(arm, none, task, 1);
    }

    /** Every task in which no two threads are in the pool at once. */
    static Stream<PoolTask> deterministicTasks() {
        return Stream.of(
                task("pool-order"),
                task("pool-order", "puts=1"),
                task("pool-order", "puts=16"),
                task("pool-order", "puts=17", "rounds=3"),
                task("pool-order", "puts=200"),
                task("pool-stale-entry"),
                task("pool-cap-per-thread", "threading=sequential"),
                task("pool-cap-per-thread", "threading=sequential", "size=0", "threads=3"),
                task("pool-cap-per-thread", "threading=sequential", "size=5", "threads=3", "puts=4"),
                task("pool-cap-per-thread", "threading=sequential", "size=64", "threads=2", "puts=40"),
                task("pool-cap-per-thread", "threads=1", "size=3", "puts=10"),
                task("pool-overfill", "threads=1", "puts=100", "latePuts=10"),
                task("pool-overfill", "threads=1", "puts=100", "latePuts=0", "size=64"),
                task("pool-overfill", "threads=1", "puts=100", "latePuts=50", "keys=per-thread"));
    }

    @Test
    void theModelsEqualTheCratesWhereverTheMechanismDecides() throws Exception {
        for (String version : new String[] {OLD, NEW}) {
            for (PoolTask task : deterministicTasks().toList()) {
                PoolFigures crate = crate(version, task);
                assertThat(crate.deterministic()).as(task.toString()).isTrue();
                assertThat(model(version, task).figures())
                        .as(version + " " + task)
                        .isEqualTo(crate.figures());
            }
        }
    }

    @Test
    void aListPerThreadIsTheSameInEveryRunOfBothAlthoughThreadsMeet() throws Exception {
        PoolTask cap = task("pool-cap-per-thread");
        PoolTask overfill = task("pool-overfill", "keys=per-thread", "puts=2000");
        for (int i = 0; i < 5; i++) {
            assertThat(crate(OLD, cap).figures()).containsEntry("left", 8L).containsEntry("orphans", 0L);
            assertThat(model(OLD, cap).figures()).isEqualTo(crate(OLD, cap).figures());
            assertThat(crate(OLD, overfill).figures())
                    .containsEntry("left", 128L)
                    .containsEntry("fromFirstPhase", 112L);
            assertThat(model(OLD, overfill).figures())
                    .isEqualTo(crate(OLD, overfill).figures());
        }
    }

    @Test
    void aSharedKeyLeavesAListPerThreadOrMoreInBoth() throws Exception {
        PoolTask task = task("pool-overfill");
        for (PoolFigures figures : new PoolFigures[] {crate(OLD, task), model(OLD, task)}) {
            assertThat(figures.figure("fromFirstPhase")).isGreaterThanOrEqualTo(112);
            assertThat(figures.figure("left")).isGreaterThanOrEqualTo(128);
        }
    }

    /** A run in which no two threads meet inside the pool leaves none, so some of several must. */
    @ParameterizedTest
    @ValueSource(strings = {"shared", "per-thread"})
    void oneListForAllLeavesOrphansInBoth(String keys) throws Exception {
        PoolTask task = task("pool-overfill", "keys=" + keys);
        assertThat(orphansInSomeOf(() -> crate(NEW, task))).isTrue();
        assertThat(orphansInSomeOf(() -> model(NEW, task))).isTrue();
    }

    private static boolean orphansInSomeOf(Callable<PoolFigures> run) throws Exception {
        boolean some = false;
        for (int i = 0; i < RUNS && !some; i++) {
            PoolFigures figures = run.call();
            assertThat(figures.figure("fromFirstPhase")).isGreaterThanOrEqualTo(figures.figure("orphans"));
            assertThat(figures.figure("left")).isGreaterThanOrEqualTo(figures.figure("orphans"));
            some = figures.figure("left") > 16 && figures.figure("orphans") > 0;
        }
        return some;
    }

    @Test
    void oneListForAllKeepsTheSizeOrALittleMoreInBoth() throws Exception {
        PoolTask task = task("pool-cap-per-thread");
        for (int i = 0; i < 20; i++) {
            for (PoolFigures figures : new PoolFigures[] {crate(NEW, task), model(NEW, task)}) {
                assertThat(figures.figure("left")).isBetween(2L, 8L);
                assertThat(figures.figure("left") - figures.figure("orphans")).isLessThanOrEqualTo(2);
                assertThat(figures.deterministic()).isFalse();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "pool-order, puts=0",
        "pool-order, put=1",
        "pool-cap-per-thread, threading=both",
        "pool-stale-entry, size=1",
        "pool-overfill, threads=65"
    })
    void theProgramRefusesWhatTheHarnessWouldNotAsk(String experiment, String parameter) {
        PoolTask task = task(experiment, parameter);
        assertThatExceptionOfType(InputException.class).isThrownBy(() -> crates.names(task));
        for (String version : new String[] {OLD, NEW}) {
            CommandOutput output = CommandOutput.of(
                    List.of(installation(version).location(), experiment, parameter), Duration.ofSeconds(20));
            assertThat(output.exitStatus()).as(version).isEqualTo(2);
            assertThat(output.lines()).as(version).hasSize(1).first().asString().contains(experiment);
        }
    }

    @Test
    void anExperimentThatNeedsTheCratesInsideIsRefused() {
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> crates.names(task("pool-rules")))
                .withMessageContaining("pool-overfill")
                .withMessageContaining("not pool-rules");
    }

    @Test
    void aPoolAloneIsNoProxyAndHasNoVariants() {
        PoolCrateDriver driver = new PoolCrateDriver();
        assertThat(driver.forwards()).isFalse();
        Installation installation = new Installation("pingora-pool", "0.9.0", "/opt/pool", "given");
        assertThat(driver.capabilities(installation)).isEmpty();
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> crates.semantics(Arm.parse("pingora-pool:fifo")))
                .withMessageContaining("pingora-pool:fifo");
    }

    @Test
    void aProgramThatFailsOrPrintsLessIsNoResult() throws Exception {
        assertThat(failure("echo figure taken 20; echo oh dear >&2; exit 3"))
                .hasMessageContaining("pingora-pool 1.0 did not do pool-order: exit status 3");
        assertThat(failure("echo figure taken 20; echo deterministic yes").lastLines())
                .containsExactly("figure taken 20", "deterministic yes");
    }

    private ProxyFailedException failure(String script) throws IOException {
        Path program = Files.writeString(directory.resolve("program"), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        Installation installation = new Installation("pingora-pool", "1.0", program.toString(), "given");
        return catchThrowableOfType(
                ProxyFailedException.class,
                () -> crates.run(Arm.parse("pingora-pool"), installation, task("pool-order"), 1));
    }
}
