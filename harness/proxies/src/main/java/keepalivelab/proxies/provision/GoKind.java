package keepalivelab.proxies.provision;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import keepalivelab.proxies.process.CommandOutput;

/**
 * {@code go}: a program of ours in Go that needs nothing but Go's own library, so its version is that of this machine's Go.
 *
 * <p>Fields: {@code sources}, with a {@code go.mod}, in the {@code folder} beside the driver.
 */
final class GoKind implements Kind {
    private static final Duration LIMIT = Duration.ofMinutes(10);
    /** No other version of Go is fetched, and the binary needs no library of the system. */
    private static final Map<String, String> ENVIRONMENT =
            Map.of("GOTOOLCHAIN", "local", "CGO_ENABLED", "0", "GOFLAGS", "-mod=mod");

    @Override
    public String id() {
        return "go";
    }

    @Override
    public Set<String> required() {
        return Set.of("sources");
    }

    @Override
    public Set<String> optional() {
        return Set.of("folder");
    }

    @Override
    public String source(Recipe recipe) {
        return "a program of ours, built here with this machine's Go";
    }

    @Override
    public String make(Recipe recipe, Workshop shop) throws IOException {
        Path folder = shop.writeSources(shop.scratch());
        String output = shop.made().resolve(recipe.name()).toString();
        shop.run(folder, ENVIRONMENT, LIMIT, List.of("go", "build", "-trimpath", "-o", output, "."));
        CommandOutput version = CommandOutput.of(List.of(shop.program("go"), "env", "GOVERSION"), LIMIT);
        return String.join("", version.lines()).replaceFirst("^go", "");
    }
}
