package keepalivelab.app.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import keepalivelab.api.EnvironmentException;
import keepalivelab.api.Knob;
import keepalivelab.api.ProxyDriver;
import keepalivelab.app.Typed;
import keepalivelab.proxies.provision.Provisioner;
import keepalivelab.proxies.provision.Recipe;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProxiesCommandTest {
    private static final String REAL_PROXIES = "keepalivelab.realProxies";
    private static final ProxyDriver NGINX = ProxyDriver.of("nginx");

    @TempDir
    Path folder;

    private final Optional<String> realProxies = Optional.ofNullable(System.getProperty(REAL_PROXIES));

    @AfterEach
    void restore() {
        realProxies.ifPresentOrElse(
                value -> System.setProperty(REAL_PROXIES, value), () -> System.clearProperty(REAL_PROXIES));
    }

    private List<Recipe> recipes() {
        return Provisioner.in(folder).available("nginx");
    }

    @Test
    void theListShowsEveryProxyThatIsHere() {
        Typed typed = Typed.words("proxies", "list");
        assertThat(typed.status()).isZero();
        assertThat(typed.out().lines().findFirst())
                .hasValueSatisfying(line -> assertThat(line).containsPattern("^proxy +version +state +size +from$"));
        assertThat(typed.out()).containsPattern("(?m)^relay +1\\.0 +installed +- +given, inside the tests$");
        assertThat(typed.out()).isEqualTo(Typed.words("proxies").out());
    }

    @Test
    void theListShowsWhatCanBeHadAndFromWhere() {
        System.setProperty(REAL_PROXIES, "off");
        List<String> lines = new ProxyListing(List.of(NGINX), Provisioner.in(folder)).lines();
        assertThat(recipes())
                .allSatisfy(recipe -> assertThat(lines)
                        .anyMatch(line -> line.startsWith("nginx")
                                && line.contains(" " + recipe.version() + " ")
                                && line.contains("available")
                                && line.contains(recipe.source())));
    }

    @Test
    void anInstalledProxyCountsWithAllItsFiles() throws Exception {
        Path version = Files.createDirectories(folder.resolve("nginx/1.2.3"));
        Path binary = Files.writeString(version.resolve("nginx"), "#!/bin/sh\n");
        Files.setPosixFilePermissions(binary, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.write(version.resolve("library"), new byte[3 * 1024 * 1024]);
        Provisioner provisioner = Provisioner.in(folder);
        assertThat(provisioner.bytes(provisioner.installed("nginx").get(0))).isEqualTo(3 * 1024 * 1024 + 10);
    }

    @Test
    void theSheetTellsNatureAndKnobs() {
        Typed typed = Typed.words("proxies", "show", "relay");
        assertThat(typed.status()).isZero();
        assertThat(typed.out().lines())
                .contains(
                        "version 1.0, inside the tests",
                        "one pool of upstream connections for: the test",
                        "smallest step of its idle timeout: it has none",
                        "a request that needs one connection too many has no limit to meet",
                        "sent once more: none");
        assertThat(typed.out()).containsPattern("(?m)^  retry\\.rule +unsupported +which failed requests");
        assertThat(typed.out().lines().filter(line -> line.startsWith("  "))).hasSize(Knob.values().length);
    }

    @Test
    void aVersionThatIsNotHereIsShownAllTheSame() {
        System.setProperty(REAL_PROXIES, "off");
        ProxySheet sheet = new ProxySheet(NGINX, Provisioner.in(folder));
        assertThat(recipes())
                .allSatisfy(recipe -> assertThat(sheet.lines(Optional.empty(), Optional.of(recipe.version())))
                        .contains("version " + recipe.version() + ", not installed: " + recipe.command())
                        .contains("one pool of upstream connections for: each worker process"));
        assertThatExceptionOfType(EnvironmentException.class)
                .isThrownBy(() -> sheet.lines(Optional.empty(), Optional.of("0.1.2")))
                .withMessageContaining("nginx 0.1.2 is not on this machine");
    }

    @Test
    void aWordThatMeansNothingStopsAllBeforeAnythingBegins() {
        Typed unknown = Typed.words("proxies", "install", "nginx@1.31.3", "ngimx");
        assertThat(unknown.status()).isEqualTo(2);
        assertThat(unknown.out()).isEmpty();
        assertThat(unknown.complaints())
                .containsExactly("run-scenario: no proxy 'ngimx' can be installed; did you mean 'nginx'?");
        Typed version = Typed.words("proxies", "install", "nginx@0.31.3");
        assertThat(version.status()).isEqualTo(2);
        assertThat(version.err()).contains("no nginx 0.31.3 can be installed; did you mean '1.31.3'?");
        Typed shown = Typed.words("proxies", "show", "nginks");
        assertThat(shown.status()).isEqualTo(2);
        assertThat(shown.err()).contains("did you mean 'nginx'?");
    }
}
