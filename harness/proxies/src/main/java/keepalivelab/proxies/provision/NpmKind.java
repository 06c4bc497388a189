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
 * {@code npm}: a program of ours for Node.js, and the package without dependencies that it uses. No script of the package
 * runs. Without a package the version is that of this machine's Node.js.
 *
 * <p>Fields: {@code sources}, the first of them the program, in the {@code folder} beside the driver; {@code package} as
 * {@code NAME==VERSION} and its {@code sha256}.
 */
final class NpmKind implements Kind {
    private static final Duration LIMIT = Duration.ofMinutes(10);

    @Override
    public String id() {
        return "npm";
    }

    @Override
    public Set<String> required() {
        return Set.of("sources");
    }

    @Override
    public Set<String> optional() {
        return Set.of("folder", "package", "sha256");
    }

    @Override
    public String source(Recipe recipe) {
        return "a program of ours for this machine's Node.js"
                + recipe.optional("package")
                        .map(name -> ", with the npm package " + name.replace("==", " "))
                        .orElse("");
    }

    @Override
    public String make(Recipe recipe, Workshop shop) throws IOException {
        if (recipe.optional("package").isPresent()) {
            unpack(recipe, shop);
        }
        Path folder = shop.writeSources(shop.scratch());
        for (String source : recipe.words("sources")) {
            Files.createDirectories(shop.made().resolve(source).getParent());
            Files.copy(folder.resolve(source), shop.made().resolve(source));
        }
        String node = shop.program("node");
        shop.writeScript(
                recipe.name(), """
                #!/bin/sh
                exec "%s" "${0%%/*}/%s" "$@"
                """.formatted(node, recipe.words("sources").get(0)));
        return recipe.version().equals(Recipe.ANY) ? version(node) : recipe.version();
    }

    private static String version(String node) {
        return String.join(
                        "", CommandOutput.of(List.of(node, "--version"), LIMIT).lines())
                .replaceFirst("^v", "");
    }

    private static void unpack(Recipe recipe, Workshop shop) throws IOException {
        String[] name = recipe.field("package").split("==", 2);
        shop.run(
                shop.scratch(),
                Map.of(),
                LIMIT,
                List.of("npm", "pack", "--ignore-scripts", "--silent", name[0] + "@" + name[1]));
        Path archive = Checksum.onlyFile(shop);
        Path modules =
                Files.createDirectories(shop.made().resolve("node_modules").resolve(name[0]));
        shop.run(
                shop.scratch(),
                Map.of(),
                LIMIT,
                List.of("tar", "-xzf", archive.toString(), "-C", modules.toString(), "--strip-components=1"));
    }
}
