package keepalivelab.proxies.provision;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import keepalivelab.api.EnvironmentException;
import keepalivelab.proxies.process.CommandOutput;

/**
 * {@code debian}: packages of any Debian suite, unpacked into the installation with all the libraries they need. Nothing
 * is configured, no script of a package runs, and the system's own packages stay as they are. The proxy is started by a
 * script that hands it to its own dynamic linker.
 *
 * <p>Fields: {@code suite}; {@code packages}, the proxy's first; {@code binary}, its path in them; {@code also}, more
 * programs that get a start script under their own names. A version of the suite {@code sid} is there today and gone
 * tomorrow, so its recipe names the first numbers only and is used only where the user asks for it.
 */
final class DebianKind implements Kind {
    private static final String ROLLING = "sid";
    private static final Duration LIMIT = Duration.ofMinutes(10);
    private static final Pattern UPSTREAM_VERSION = Pattern.compile("(?:\\d+:)?(\\d+(?:\\.\\d+)*).*");
    private static final Pattern LIBRARY = Pattern.compile("\\s*(\\S+) => (.*?)(?: \\(0x[0-9a-f]+\\))?");
    private static final String LINKER = "root/usr/lib64/ld-linux-x86-64.so.2";
    private static final String LIBRARIES = "root/usr/lib/x86_64-linux-gnu";

    @Override
    public String id() {
        return "debian";
    }

    @Override
    public Set<String> required() {
        return Set.of("platform", "suite", "packages", "binary");
    }

    @Override
    public Set<String> optional() {
        return Set.of("also");
    }

    @Override
    public String source(Recipe recipe) {
        String suite = recipe.field("suite");
        return "Debian " + suite + (byDefault(recipe) ? "" : ", the newest it has") + ", in a folder of its own";
    }

    @Override
    public boolean byDefault(Recipe recipe) {
        return !recipe.field("suite").equals(ROLLING);
    }

    @Override
    public Optional<String> misfit(Recipe recipe) {
        return DebianRelease.codeName().isPresent()
                ? Optional.empty()
                : Optional.of("it is made of Debian packages, and this is no Debian");
    }

    @Override
    public String make(Recipe recipe, Workshop shop) throws IOException {
        new PrivateApt(shop).download(recipe.field("suite"), recipe.words("packages"));
        Path root = Files.createDirectory(shop.made().resolve("root"));
        String version = version(shop, deb(shop, recipe.words("packages").get(0)));
        for (String name : recipe.words("packages")) {
            shop.run(
                    shop.scratch(),
                    Map.of(),
                    LIMIT,
                    List.of("dpkg-deb", "-x", deb(shop, name).toString(), root.toString()));
        }
        writeLauncher(shop, recipe.name(), recipe.field("binary"));
        for (String program : recipe.words("also")) {
            writeLauncher(shop, Path.of(program).getFileName().toString(), program);
        }
        return version;
    }

    private static Path deb(Workshop shop, String name) throws IOException {
        try (Stream<Path> files = Files.list(shop.scratch())) {
            return files.filter(file -> file.getFileName().toString().startsWith(name + "_"))
                    .findFirst()
                    .orElseThrow(() -> shop.cannot("apt-get fetched no package " + name));
        }
    }

    private static String version(Workshop shop, Path deb) {
        List<String> command = List.of(shop.program("dpkg-deb"), "-f", deb.toString(), "Version");
        String text = String.join("", CommandOutput.of(command, LIMIT).lines());
        Matcher matcher = UPSTREAM_VERSION.matcher(text);
        if (!matcher.matches()) {
            throw shop.cannot("its package has the version '" + text + "', which is not one of numbers and dots");
        }
        return matcher.group(1);
    }

    private static void writeLauncher(Workshop shop, String name, String program) throws IOException {
        Path binary = shop.made().resolve("root").resolve(program);
        if (!Files.isExecutable(binary)) {
            throw shop.cannot("its packages have no " + program);
        }
        checkLibraries(shop, binary);
        shop.writeScript(name, """
                #!/bin/sh
                # Starts %s with the libraries that were fetched with it, and none of the system's.
                here=${0%%/*}
                exec "$here/%s" --library-path "$here/%s" "$here/root/%s" "$@"
                """.formatted(name, LINKER, LIBRARIES, program));
    }

    /** A library of the system would do until the system is upgraded, so all must be in the folder. */
    private static void checkLibraries(Workshop shop, Path binary) {
        Path made = shop.made();
        List<String> command = List.of(
                made.resolve(LINKER).toString(),
                "--library-path",
                made.resolve(LIBRARIES).toString(),
                "--list",
                binary.toString());
        CommandOutput output = CommandOutput.of(command, LIMIT);
        List<String> foreign = output.lines().stream()
                .map(LIBRARY::matcher)
                .filter(Matcher::matches)
                .filter(library -> !library.group(2).startsWith(made.toString())
                        && !library.group(1).startsWith("/"))
                .map(library -> library.group(1))
                .toList();
        if (!output.succeeded() || !foreign.isEmpty()) {
            throw new EnvironmentException("cannot install " + shop.recipe() + ": its packages do not bring "
                    + String.join(", ", foreign.isEmpty() ? output.lines() : foreign)
                    + "; the suite has changed, and its recipe needs the missing packages");
        }
    }
}
