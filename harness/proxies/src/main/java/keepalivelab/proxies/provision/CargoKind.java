package keepalivelab.proxies.provision;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * {@code cargo}: a program of ours in Rust, built here against published crates that its manifest pins.
 *
 * <p>Fields: {@code sources}, the first of them {@code Cargo.toml}, in the {@code folder} beside the driver;
 * {@code binaries}, each {@code CARGO'S:OURS}. In the sources {@code @version@} stands for the recipe's version and
 * {@code @digits@} for its digits; the package and its binaries must have the digits in their names, because all versions
 * are built in one target folder, where they share what they have in common.
 */
final class CargoKind implements Kind {
    /** A cold build of pingora took 7 min on two cores beside other work. */
    private static final Duration LIMIT = Duration.ofMinutes(40);

    @Override
    public String id() {
        return "cargo";
    }

    @Override
    public Set<String> required() {
        return Set.of("sources", "binaries");
    }

    @Override
    public Set<String> optional() {
        return Set.of("folder");
    }

    @Override
    public String source(Recipe recipe) {
        return "a program of ours, built here with cargo against the crates " + recipe.name() + " " + recipe.version();
    }

    @Override
    public String make(Recipe recipe, Workshop shop) throws IOException {
        Path folder = shop.writeSources(shop.shared());
        Path target = shop.shared().resolve("cargo-target");
        shop.run(
                folder,
                Map.of("CARGO_TARGET_DIR", target.toString()),
                LIMIT,
                List.of("cargo", "build", "--release", "--quiet", "--color=never"));
        for (String binary : recipe.words("binaries")) {
            String[] names = shop.filled(binary).split(":", 2);
            Path ours = shop.made().resolve(names[1]);
            Files.copy(target.resolve("release").resolve(names[0]), ours);
            Workshop.makeExecutable(ours);
        }
        return recipe.version();
    }
}
