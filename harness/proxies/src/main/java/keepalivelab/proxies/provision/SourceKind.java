package keepalivelab.proxies.provision;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code source}: a C program whose sources are published inside Rust crates, built by a script of ours. Nothing that the
 * crates themselves would do is done.
 *
 * <p>Fields: {@code crates}, each {@code NAME==VERSION}, and their {@code sha256} in the same order; the {@code script} beside the
 * driver, which runs in a folder with the crates; the {@code binary} that it makes there.
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
        return Set.of("crates", "sha256", "script", "binary");
    }

    @Override
    public String source(Recipe recipe) {
        String crates = String.join(" and ", recipe.words("crates")).replace("==", " ");
        return "built here from the sources in the crates " + crates;
    }

    @Override
    public String make(Recipe recipe, Workshop shop) throws IOException {
        Path crates = unpack(recipe, shop);
        Path script = shop.writeSource(recipe.field("script"), shop.scratch());
        shop.run(crates, Map.of(), LIMIT, List.of("/bin/sh", script.toString()));
        Path binary = shop.made().resolve(recipe.name());
        Files.copy(crates.resolve(recipe.field("binary")), binary);
        Workshop.makeExecutable(binary);
        return recipe.version();
    }

    /** Cargo's way of showing a crate's sources is to depend on it in a crate of nothing. */
    private static Path unpack(Recipe recipe, Workshop shop) throws IOException {
        Path scratch = shop.scratch();
        Files.createDirectory(scratch.resolve("src"));
        Files.createFile(scratch.resolve("src/lib.rs"));
        Files.writeString(scratch.resolve("Cargo.toml"), manifest(recipe.words("crates")));
        shop.run(scratch, Map.of(), LIMIT, List.of("cargo", "vendor", "--quiet", "vendor"));
        Path vendor = scratch.resolve("vendor");
        for (int i = 0; i < recipe.words("crates").size(); i++) {
            String crate = recipe.words("crates").get(i).split("==", 2)[0];
            String sums = Files.readString(vendor.resolve(crate).resolve(".cargo-checksum.json"));
            Matcher sum = PACKAGE_SUM.matcher(sums);
            Checksum.check(
                    shop,
                    "crate " + crate,
                    sum.find() ? sum.group(1) : "unknown",
                    recipe.words("sha256").get(i));
        }
        return vendor;
    }

    private static String manifest(List<String> crates) {
        List<String> lines = new ArrayList<>(List.of(
                "[package]",
                "name = \"sources\"",
                "version = \"0.0.0\"",
                "edition = \"2021\"",
                "[workspace]",
                "[dependencies]"));
        for (String crate : crates) {
            String[] words = crate.split("==", 2);
            lines.add(words[0] + " = \"=" + words[1] + "\"");
        }
        return String.join("\n", lines) + "\n";
    }
}
