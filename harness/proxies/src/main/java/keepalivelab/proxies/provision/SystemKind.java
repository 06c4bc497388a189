package keepalivelab.proxies.provision;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import keepalivelab.proxies.process.Executables;

/**
 * {@code system}: a package of the release of Debian that runs here, installed by its package manager as root. Used only
 * where the user asks for it; no service is started by it.
 *
 * <p>Fields: {@code release}, {@code package}, {@code program} that it brings.
 */
final class SystemKind implements Kind {
    private static final String SCRIPT = "system-package.sh";
    private static final Duration LIMIT = Duration.ofMinutes(15);
    private static final List<String> FOLDERS = List.of("/usr/sbin", "/usr/bin");

    @Override
    public String id() {
        return "system";
    }

    @Override
    public Set<String> required() {
        return Set.of("platform", "release", "package", "program");
    }

    @Override
    public String source(Recipe recipe) {
        return "the system's package manager, package " + recipe.field("package");
    }

    @Override
    public boolean byDefault(Recipe recipe) {
        return false;
    }

    @Override
    public Optional<String> misfit(Recipe recipe) {
        String release = recipe.field("release");
        return DebianRelease.codeName().filter(release::equals).isPresent()
                ? Optional.empty()
                : Optional.of("it is a package of Debian " + release + ", and this is another system");
    }

    /** Where its program is; empty where it is not installed. */
    static Optional<Path> program(Recipe recipe) {
        return Executables.everywhere(recipe.field("program"), FOLDERS).stream().findFirst();
    }

    /** Has the program installed by the system; makes nothing in the workshop. */
    @Override
    public String make(Recipe recipe, Workshop shop) throws IOException {
        Path script = shop.scratch().resolve(SCRIPT);
        try (InputStream in = Objects.requireNonNull(SystemKind.class.getResourceAsStream(SCRIPT))) {
            Files.copy(in, script);
        }
        List<String> command = new ArrayList<>();
        if (!"root".equals(System.getProperty("user.name"))) {
            command.add("sudo");
        }
        command.addAll(List.of("/bin/sh", script.toString(), recipe.field("package")));
        shop.run(shop.scratch(), Map.of(), LIMIT, command);
        if (program(recipe).isEmpty()) {
            throw shop.cannot("its package brought no program " + recipe.field("program"));
        }
        return recipe.version();
    }
}
