package keepalivelab.proxies.provision;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import keepalivelab.api.EnvironmentException;
import keepalivelab.proxies.process.Executables;

/**
 * Where one recipe is made.
 *
 * @param recipe what is made
 * @param scratch an empty folder that is deleted afterwards
 * @param made an empty folder that becomes the installation
 * @param shared a folder that stays, for what several recipes build; one at a time uses it
 * @param log file that takes what the tools say, and stays
 */
record Workshop(Recipe recipe, Path scratch, Path made, Path shared, Path log) {
    private static final List<String> USUAL_FOLDERS =
            List.of(System.getProperty("user.home") + "/.cargo/bin", "/usr/local/go/bin", "/usr/sbin", "/sbin");

    /**
     * Finds the programs that the recipe needs before anything is fetched.
     *
     * @throws EnvironmentException naming all that are missing
     */
    void checkNeeds() {
        List<String> missing = recipe.words("needs").stream()
                .filter(program ->
                        Executables.everywhere(program, USUAL_FOLDERS).isEmpty())
                .toList();
        if (!missing.isEmpty()) {
            throw cannot("it needs " + String.join(", ", recipe.words("needs")) + ", and "
                    + String.join(", ", missing)
                    + (missing.size() == 1 ? " is" : " are") + " not on this machine");
        }
    }

    /**
     * The program of that name, on the PATH or where it usually is.
     *
     * @throws EnvironmentException if it is not there
     */
    String program(String name) {
        return Executables.everywhere(name, USUAL_FOLDERS).stream()
                .findFirst()
                .orElseThrow(() -> cannot("it needs '" + name + "', which is not on this machine"))
                .toString();
    }

    /**
     * Runs a tool; what it says goes to the log.
     *
     * @param command a program, by name or path, and its arguments
     * @throws EnvironmentException if it fails or takes longer than {@code limit}: its own last words
     */
    void run(Path directory, Map<String, String> environment, Duration limit, List<String> command) {
        List<String> found = new ArrayList<>(command);
        found.set(0, command.get(0).contains("/") ? command.get(0) : program(command.get(0)));
        Tool tool = new Tool(found, directory, environment, log);
        tool.failureWithin(limit).ifPresent(why -> {
            throw cannot("'" + shown(command) + "' failed: " + why + " (all it said: " + log + ")");
        });
    }

    private static String shown(List<String> command) {
        List<String> words =
                command.stream().filter(word -> !word.startsWith("-")).toList();
        return String.join(" ", words.subList(0, Math.min(3, words.size())));
    }

    /**
     * Writes the recipe's own source files to a folder of its name and version below {@code parent}; {@code @version@} in
     * them becomes the recipe's version.
     */
    Path writeSources(Path parent) throws IOException {
        Path folder = Files.createDirectories(parent.resolve(recipe.name() + "-" + recipe.version()));
        for (String source : recipe.words("sources")) {
            writeSource(source, folder);
        }
        return folder;
    }

    /** Writes one file that lies beside the driver, in its {@code folder} if the recipe names one. */
    Path writeSource(String source, Path folder) throws IOException {
        String from = recipe.optional("folder").map(name -> name + "/").orElse("");
        Path file = folder.resolve(source);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, filled(source(from + source)));
    }

    private String source(String name) throws IOException {
        try (InputStream in = recipe.home().getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalArgumentException(recipe + ": no source file " + name + " beside "
                        + recipe.home().getSimpleName());
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private String filled(String text) {
        return text.replace("@version@", recipe.version());
    }

    /** Writes an executable script to the installation. */
    void writeScript(String name, String text) throws IOException {
        makeExecutable(Files.writeString(made.resolve(name), text));
    }

    /** Lets everybody run a file that is there. */
    static void makeExecutable(Path file) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Why the recipe cannot be made, as one line. */
    EnvironmentException cannot(String why) {
        return new EnvironmentException("cannot install " + recipe + ": " + why);
    }
}
