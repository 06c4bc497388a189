package keepalivelab.proxies.provision;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import keepalivelab.api.EnvironmentException;
import keepalivelab.api.Installation;
import keepalivelab.proxies.process.DottedVersion;

/**
 * Puts pinned proxies into a folder of the user, {@code FOLDER/NAME/VERSION/NAME}, and finds them again. A version is there
 * completely or not at all: it is made beside its place and renamed into it. Needs the network to install and never
 * otherwise. Thread-safe, also between processes: one at a time installs.
 */
public final class Provisioner {
    private static final String ORIGIN = "installed by run-scenario";

    private final Path folder;
    private final Supplier<List<Recipe>> recipes;

    Provisioner(Path folder, Supplier<List<Recipe>> recipes) {
        this.folder = folder.toAbsolutePath();
        this.recipes = recipes;
    }

    /** The user's own: below {@code $XDG_CACHE_HOME}, or {@code ~/.cache} where that is not set. */
    public static Provisioner ofUser() {
        String cache = System.getenv("XDG_CACHE_HOME");
        Path base = cache != null && cache.startsWith("/")
                ? Path.of(cache)
                : Path.of(System.getProperty("user.home"), ".cache");
        return in(base.resolve("keepalive-lab").resolve("proxies"));
    }

    /** One that keeps its proxies in another folder, with the recipes of all drivers. */
    public static Provisioner in(Path folder) {
        return new Provisioner(folder, RecipeText::ofDrivers);
    }

    /** Where the proxies are kept; it need not exist. */
    public Path folder() {
        return folder;
    }

    /** What can be installed on this machine: by name, newest first. */
    public List<Recipe> available() {
        return recipes.get().stream()
                .filter(recipe -> recipe.misfit().isEmpty())
                .toList();
    }

    /** What of that name can be installed on this machine, newest first. */
    public List<Recipe> available(String name) {
        return available().stream().filter(recipe -> recipe.name().equals(name)).toList();
    }

    /** What of that name has a recipe, whether or not this machine can have it; newest first. */
    public List<Recipe> known(String name) {
        return recipes.get().stream()
                .filter(recipe -> recipe.name().equals(name))
                .toList();
    }

    /** What is installed, of any version: by name, newest first. */
    public List<Installation> installed() {
        return children(folder).flatMap(this::versions).toList();
    }

    /** What is installed of that name, newest first. */
    public List<Installation> installed(String name) {
        return versions(folder.resolve(name)).toList();
    }

    /**
     * Bytes that an installation takes: the proxy's whole folder where it is ours, else the binary.
     *
     * @return 0 where that cannot be read
     */
    public long bytes(Installation installation) {
        Path binary = Path.of(installation.location());
        return Tree.bytes(binary.startsWith(folder) ? binary.resolveSibling("") : binary);
    }

    private Stream<Installation> versions(Path proxy) {
        return children(proxy)
                .filter(version -> DottedVersion.matches(version.getFileName().toString()))
                .sorted(Comparator.comparing(
                                (Path p) -> DottedVersion.of(p.getFileName().toString()))
                        .reversed())
                .map(version -> version.resolve(proxy.getFileName()))
                .filter(Files::isExecutable)
                .map(Provisioner::installation);
    }

    private static Installation installation(Path binary) {
        int names = binary.getNameCount();
        return new Installation(
                binary.getName(names - 1).toString(), binary.getName(names - 2).toString(), binary.toString(), ORIGIN);
    }

    private static Stream<Path> children(Path parent) {
        try (Stream<Path> children = Files.list(parent)) {
            return children
                    .filter(Files::isDirectory)
                    .filter(child -> !child.getFileName().toString().startsWith("."))
                    .sorted()
                    .toList()
                    .stream();
        } catch (IOException e) {
            return Stream.empty();
        }
    }

    /**
     * Finds what a user means.
     *
     * @param name the driver's id
     * @param version which one, or its first numbers; empty for the newest
     * @throws keepalivelab.api.InputException if there is no such recipe: the nearest word, or the versions there are
     * @throws EnvironmentException if this machine cannot have it: why
     */
    public Recipe recipe(String name, Optional<String> version, SystemChange system) {
        return new RecipeChoice(recipes.get(), system).of(name, version);
    }

    /**
     * Installs a proxy; one that is there already is left as it is.
     *
     * @param version which one of those it may make; empty for any
     * @param progress takes a line before something that takes time
     * @throws EnvironmentException if it cannot be installed: why, and what to do
     */
    public Installation install(Recipe recipe, Optional<String> version, Consumer<String> progress) {
        Optional<Installation> there = there(recipe, version);
        if (there.isPresent()) {
            return there.orElseThrow();
        }
        progress.accept("installing " + recipe + ": " + recipe.summary());
        try {
            return InstallLock.during(folder, progress, () -> {
                Optional<Installation> meanwhile = there(recipe, version);
                return meanwhile.isPresent() ? meanwhile.orElseThrow() : make(recipe, version);
            });
        } catch (IOException e) {
            throw cannot(recipe, e);
        }
    }

    private EnvironmentException cannot(Recipe recipe, IOException e) {
        return new EnvironmentException("cannot install " + recipe + " in " + folder + ": " + e
                + "; set XDG_CACHE_HOME to a folder that can be written");
    }

    private Optional<Installation> there(Recipe recipe, Optional<String> version) {
        return recipe.ofSystem()
                ? ofSystem(recipe)
                : installed(recipe.name()).stream()
                        .filter(found -> recipe.covers(found.version()) && isWanted(found.version(), version))
                        .findFirst();
    }

    private static Optional<Installation> ofSystem(Recipe recipe) {
        return SystemKind.program(recipe)
                .map(program -> new Installation(recipe.name(), recipe.version(), program.toString(), "system"));
    }

    private static boolean isWanted(String exact, Optional<String> wanted) {
        return wanted.map(version -> DottedVersion.of(exact).isA(DottedVersion.of(version)))
                .orElse(true);
    }

    private Installation make(Recipe recipe, Optional<String> wanted) throws IOException {
        Path parent = Files.createDirectories(folder.resolve(recipe.name()));
        Path stage = Files.createTempDirectory(parent, ".install-");
        try {
            Workshop shop = workshop(recipe, stage);
            shop.checkNeeds();
            String version = recipe.kind().make(recipe, shop);
            return recipe.ofSystem()
                    ? ofSystem(recipe).orElseThrow()
                    : put(recipe, shop.made(), checked(recipe, wanted, version));
        } finally {
            Tree.delete(stage);
        }
    }

    private Installation put(Recipe recipe, Path made, String version) throws IOException {
        Path place = folder.resolve(recipe.name()).resolve(version);
        Tree.readable(made);
        Tree.moveIntoPlace(made, place);
        return installation(place.resolve(recipe.name()));
    }

    private Workshop workshop(Recipe recipe, Path stage) throws IOException {
        Path logs = Files.createDirectories(folder.resolve(".logs"));
        Path log = logs.resolve(recipe.toString().replace('@', '-') + ".log");
        Files.deleteIfExists(log);
        return new Workshop(
                recipe,
                Files.createDirectory(stage.resolve("scratch")),
                Files.createDirectory(stage.resolve("made")),
                Files.createDirectories(folder.resolve(".build")),
                log);
    }

    private static String checked(Recipe recipe, Optional<String> wanted, String version) {
        if (!recipe.covers(version) || !isWanted(version, wanted)) {
            throw new EnvironmentException("cannot install " + recipe.name() + " " + wanted.orElse(recipe.version())
                    + ": " + recipe.source() + ", has " + version + " now; 'run-scenario proxies list' shows what can"
                    + " be had, and " + recipe.name() + "@/path/to/" + recipe.name() + " names a binary");
        }
        return version;
    }
}
