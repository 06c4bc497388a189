package keepalivelab.proxies.provision;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code source}: a C program whose sources are published inside a Rust crate, built with its own configure script and
 * make. Nothing of the crate itself is compiled or run.
 *
 * <p>Fields: {@code crate} as {@code NAME==VERSION} and its {@code sha256}, the {@code tree} inside it, the
 * {@code configure} command, and the {@code binary} that make makes in the tree.
 */
final class SourceKind implements Kind {
    private static final Duration LIMIT = Duration.ofMinutes(15);
    private static final Pattern PACKAGE_SUM = Pattern.compile("\"package\"\\s*:\\s*\"([0-9a-f]{64})\"");

    @Override
    public String id() {
        return "source";
    }

    @Override
    public Set<String> required() {
        return Set.of("crate", "sha256", "tree", "configure", "binary");
    }

    @Override
    public String source(Recipe recipe) {
        return "built here from the sources in the crate "
                + recipe.field("crate").replace("==", " ");
    }

    @Override
    public String make(Recipe recipe, Workshop shop) throws IOException {
        Path tree = unpack(recipe, shop).resolve(recipe.field("tree"));
        shop.run(tree, Map.of(), LIMIT, configure(recipe, tree));
        int jobs = Runtime.getRuntime().availableProcessors();
        shop.run(tree, Map.of(), LIMIT, List.of("make", "-j" + jobs));
        Path binary = shop.made().resolve(recipe.name());
        Files.copy(tree.resolve(recipe.field("binary")), binary);
        Workshop.makeExecutable(binary);
        return recipe.version();
    }

    private static List<String> configure(Recipe recipe, Path tree) {
        List<String> words = recipe.words("configure");
        return Words.of(List.of("/bin/sh", tree.resolve(words.get(0)).toString()), words.subList(1, words.size()));
    }

    /** Cargo's way of showing a crate's sources is to depend on it in a crate of nothing. */
    private static Path unpack(Recipe recipe, Workshop shop) throws IOException {
        String[] crate = recipe.field("crate").split("==", 2);
        Path scratch = shop.scratch();
        Files.createDirectory(scratch.resolve("src"));
        Files.createFile(scratch.resolve("src/lib.rs"));
        Files.writeString(scratch.resolve("Cargo.toml"), """
                [package]
                name = "sources"
                version = "0.0.0"
                edition = "2021"
                [workspace]
                [dependencies]
                %s = "=%s"
                """.formatted(crate[0], crate[1]));
        shop.run(scratch, Map.of(), LIMIT, List.of("cargo", "vendor", "--quiet", "vendor"));
        Path unpacked = scratch.resolve("vendor").resolve(crate[0]);
        Matcher sum = PACKAGE_SUM.matcher(Files.readString(unpacked.resolve(".cargo-checksum.json")));
        Checksum.check(shop, "crate " + crate[0], sum.find() ? sum.group(1) : "unknown");
        return unpacked;
    }
}
