package keepalivelab.proxies.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import keepalivelab.api.ProxyDriver;
import org.junit.jupiter.api.Test;

/** Where real proxies are required, each version that does not move on by itself is. */
class RequiredRecipesTest {
    @Test
    void everyVersionThatAllInstallsIsHere() {
        assumeTrue("fail".equals(System.getProperty("keepalivelab.missingProxy")), "real proxies may be missing");
        List<String> missing = Provisioner.ofUser().available().stream()
                .filter(recipe -> recipe.byDefault() || recipe.ofSystem())
                .filter(recipe -> ProxyDriver.of(recipe.name()).installations().stream()
                        .noneMatch(found -> recipe.covers(found.version())))
                .map(Recipe::command)
                .toList();
        assertThat(missing).as("commands that would install what is missing").isEmpty();
    }
}
