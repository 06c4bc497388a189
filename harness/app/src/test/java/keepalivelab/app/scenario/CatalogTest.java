package keepalivelab.app.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import keepalivelab.api.EnvironmentException;
import keepalivelab.api.InputException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CatalogTest {
    @TempDir
    private Path home;

    private Catalog catalog = new Catalog(Path.of(""));

    @BeforeEach
    void fill() throws IOException {
        Path folder = Files.createDirectory(home.resolve("scenarios"));
        Fixture.write(folder, Fixture.GOOD);
        Files.writeString(folder.resolve("other.yaml"), Fixture.GOOD.replace("id: small", "id: other"));
        Files.writeString(folder.resolve("pom.xml"), "<project/>");
        catalog = new Catalog(home);
    }

    @Test
    void everyYamlFileIsAScenario() {
        assertThat(catalog.ids()).containsExactly("other", "small");
        assertThat(catalog.headers()).extracting(Scenario.Header::title).containsOnly("A small one");
    }

    @Test
    void aScenarioIsFoundByItsIdAndByAPath() {
        Path file = home.resolve("scenarios/small.yaml");
        assertThat(catalog.find("small")).isEqualTo(file);
        assertThat(catalog.find(file.toString())).isEqualTo(file);
        assertThat(catalog.read("small", Fixture.WORDS).id()).isEqualTo("small");
    }

    @Test
    void anUnknownIdNamesTheNearest() {
        assertThatThrownBy(() -> catalog.find("smal"))
                .isInstanceOf(InputException.class)
                .hasMessage("unknown scenario 'smal'; did you mean 'small'?");
        assertThatThrownBy(() -> catalog.find("./none.yaml")).hasMessage("no scenario file ./none.yaml");
    }

    @Test
    void aFileThatCallsItselfOtherwiseIsRefused() throws IOException {
        Files.writeString(home.resolve("scenarios/third.yaml"), Fixture.GOOD);
        assertThatThrownBy(() -> catalog.read("third", Fixture.WORDS))
                .hasMessageEndingWith("third.yaml:1: key 'id': 'small' must be the name of the file, third");
    }

    @Test
    void aFolderWithoutScenariosIsNoInstallation() {
        assertThatThrownBy(() -> new Catalog(home.resolve("no")).ids())
                .isInstanceOf(EnvironmentException.class)
                .hasMessage(
                        "cannot read the scenarios in " + home.resolve("no/scenarios") + "; is this an installation?");
    }
}
