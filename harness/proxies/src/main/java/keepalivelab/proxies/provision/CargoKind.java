package keepalivelab.proxies.provision;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import keepalivelab.proxies.process.CommandOutput;

/**
 * {@code cargo}: a program of ours in Rust, built here against published crates that its manifest pins.
 *
 * <p>Fields: {@code sources}, among them {@code Cargo.toml}, in the {@code folder} beside the driver; {@code binary}, what
 * cargo calls it. In the sources {@code @version@} stands for the recipe's version, and the binary must say that version when
 * it is asked for {@code --version}: all versions are built in one target folder, where they share what they have in common.
 */
final class CargoKind implements Kind {
    /** A cold build of pingora took 7 min on two cores beside other work. */
    private static final Duration LIMIT = Duration.ofMinutes(40);

    private static final Duration VERSION_LIMIT = Duration.ofSeconds(10);

    @Override
    public String id() {
        return "cargo";
    }

    @Override
    public Set<String> required() {
        return Set.of("sources", "binary");
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
        Path binary = shop.made().resolve(recipe.name());
        Files.copy(target.resolve("release").resolve(recipe.field("binary")), binary);
        Workshop.makeExecutable(binary);
        checkVersion(shop, binary);
        return recipe.version();
    }

    private static void checkVersion(Workshop shop, Path binary) {
        List<String> said = CommandOutput.of(List.of(binary.toString(), "--version"), VERSION_LIMIT)
                .lines();
        if (said.stream().noneMatch(line -> line.endsWith(" " + shop.recipe().version()))) {
            throw shop.cannot("cargo built a program that says of itself " + said);
        }
    }
}
