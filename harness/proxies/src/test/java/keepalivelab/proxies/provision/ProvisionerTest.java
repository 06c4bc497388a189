package keepalivelab.proxies.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import keepalivelab.api.EnvironmentException;
import keepalivelab.api.InputException;
import keepalivelab.api.Installation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProvisionerTest {
    private static final Optional<String> ANY = Optional.empty();

    @TempDir
    Path folder;

    private final List<String> progress = new ArrayList<>();

    /** Makes a script that names the version, and a file beside it. */
    private static class Scripts implements Kind {
        @Override
        public String id() {
            return "scripts";
        }

        @Override
        public Set<String> required() {
            return Set.of();
        }

        @Override
        public String source(Recipe recipe) {
            return "nowhere";
        }

        @Override
        public String make(Recipe recipe, Workshop shop) throws IOException {
            shop.writeScript(recipe.name(), "#!/bin/sh\necho " + recipe.version() + "\n");
            Files.writeString(shop.made().resolve("beside"), "1234567890");
            return recipe.version();
        }
    }

    private static final class Moved extends Scripts {
        @Override
        public String make(Recipe recipe, Workshop shop) throws IOException {
            super.make(recipe, shop);
            return "3.2.30";
        }
    }

    private static final class Broken extends Scripts {
        @Override
        public String make(Recipe recipe, Workshop shop) throws IOException {
            super.make(recipe, shop);
            shop.run(
                    shop.scratch(),
                    Map.of(),
                    java.time.Duration.ofSeconds(20),
                    List.of("sh", "-c", "echo 'error: no network'; echo bye; exit 3"));
            return recipe.version();
        }
    }

    private static Recipe recipe(String version, Kind kind, Map<String, String> fields) {
        return new Recipe("proxy", version, kind, fields, ProvisionerTest.class);
    }

    private static Recipe recipe(String version) {
        return recipe(version, new Scripts(), Map.of());
    }

    private Provisioner provisioner(Recipe... recipes) {
        return new Provisioner(folder, () -> List.of(recipes));
    }

    private Installation install(Recipe recipe) {
        return provisioner(recipe).install(recipe, ANY, progress::add);
    }

    private List<String> leftBehind() throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            return paths.filter(Files::isRegularFile)
                    .map(p -> folder.relativize(p).toString())
                    .filter(name -> !name.equals(".lock") && !name.startsWith(".logs"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void anInstalledProxyIsFoundAgainAndNotMadeTwice() throws Exception {
        Installation made = install(recipe("1.2.3"));
        assertThat(made.version()).isEqualTo("1.2.3");
        assertThat(Path.of(made.location())).isExecutable().startsWith(folder);
        assertThat(progress).containsExactly("installing proxy@1.2.3: nowhere");
        Recipe offline = recipe("1.2.3", new Broken(), Map.of());
        assertThat(provisioner(offline).installed("proxy")).containsExactly(made);
        assertThat(provisioner(offline).installed()).containsExactly(made);
        assertThat(install(offline)).isEqualTo(made);
        assertThat(progress).hasSize(1);
        assertThat(leftBehind()).containsExactly("proxy/1.2.3/beside", "proxy/1.2.3/proxy");
        assertThat(provisioner().bytes(made)).isEqualTo(10 + "#!/bin/sh\necho 1.2.3\n".length());
    }

    @Test
    void theNewestVersionIsFoundFirst() {
        install(recipe("1.9.0"));
        install(recipe("1.10.0"));
        assertThat(provisioner().installed("proxy").stream().map(Installation::version))
                .containsExactly("1.10.0", "1.9.0");
    }

    @Test
    void whatCannotBeMadeLeavesNothingAndSaysWhyInTheToolsWords() throws Exception {
        Recipe broken = recipe("1.2.3", new Broken(), Map.of());
        assertThatExceptionOfType(EnvironmentException.class)
                .isThrownBy(() -> install(broken))
                .withMessageStartingWith("cannot install proxy@1.2.3: 'sh echo")
                .withMessageContaining("failed: error: no network (all it said: ")
                .withMessageNotContaining("\n");
        assertThat(leftBehind()).isEmpty();
        assertThat(folder.resolve(".logs/proxy-1.2.3.log")).content().contains("bye");
        assertThat(provisioner(broken).installed()).isEmpty();
    }

    @Test
    void aProgramThatIsMissingIsNamedBeforeAnythingIsMade() throws Exception {
        Recipe needy = recipe("1.2.3", new Scripts(), Map.of("needs", "sh,no-such-compiler"));
        assertThatExceptionOfType(EnvironmentException.class)
                .isThrownBy(() -> install(needy))
                .withMessageContaining("no-such-compiler is not on this machine");
        assertThat(leftBehind()).isEmpty();
    }

    @Test
    void aSourceThatMovesOnIsInstalledUnderTheVersionItHas() {
        Recipe moving = recipe("3.2", new Moved(), Map.of());
        assertThat(install(moving).version()).isEqualTo("3.2.30");
        assertThat(provisioner().installed("proxy").get(0).version()).isEqualTo("3.2.30");
    }

    @Test
    void aVersionThatASourceHasNoMoreIsRefused() throws Exception {
        Recipe moving = recipe("3.2", new Moved(), Map.of());
        assertThatExceptionOfType(EnvironmentException.class)
                .isThrownBy(() -> provisioner(moving).install(moving, Optional.of("3.2.26"), progress::add))
                .withMessageContaining("cannot install proxy 3.2.26: nowhere, has 3.2.30 now");
        Recipe pinned = recipe("3.1.1", new Moved(), Map.of());
        assertThatExceptionOfType(EnvironmentException.class)
                .isThrownBy(() -> install(pinned))
                .withMessageContaining("has 3.2.30 now");
        assertThat(leftBehind()).isEmpty();
    }

    @Test
    void twoAtOnceMakeItOnce() throws Exception {
        CountDownLatch both = new CountDownLatch(2);
        Recipe recipe = recipe("1.2.3");
        // Threads of its own: the common pool of a machine with two cores has one, and the first would wait for ever.
        ExecutorService threads = Executors.newFixedThreadPool(2);
        List<Future<Installation>> made = Stream.of(1, 2)
                .map(i -> threads.submit(() -> {
                    both.countDown();
                    return provisioner(recipe).install(recipe, ANY, line -> awaitBoth(both));
                }))
                .toList();
        threads.shutdown();
        assertThat(made.get(0).get()).isEqualTo(made.get(1).get());
        assertThat(leftBehind()).containsExactly("proxy/1.2.3/beside", "proxy/1.2.3/proxy");
    }

    private static void awaitBoth(CountDownLatch both) {
        try {
            both.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aProxyOrVersionThatIsNotOfferedIsNamed() {
        Provisioner provisioner = provisioner(recipe("1.2.3"));
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> provisioner.recipe("proxi", ANY, SystemChange.FORBIDDEN))
                .withMessageContaining("did you mean 'proxy'?");
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> provisioner.recipe("proxy", Optional.of("1.2.4"), SystemChange.FORBIDDEN))
                .withMessage("no proxy 1.2.4 can be installed; did you mean '1.2.3'?; valid: 1.2.3");
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> provisioner.recipe("proxy", Optional.of("new"), SystemChange.FORBIDDEN))
                .withMessageContaining("valid: 1.2.3");
    }

    @Test
    void firstNumbersOfAVersionMeanTheNewestThatHasThem() {
        Provisioner provisioner = provisioner(recipe("1.10.0"), recipe("1.9.1"), recipe("1.9.0"));
        assertThat(provisioner.recipe("proxy", Optional.of("1.9"), SystemChange.FORBIDDEN))
                .hasToString("proxy@1.9.1");
        assertThat(provisioner.recipe("proxy", ANY, SystemChange.FORBIDDEN)).hasToString("proxy@1.10.0");
    }
}
