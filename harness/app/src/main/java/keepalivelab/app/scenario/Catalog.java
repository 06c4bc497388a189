package keepalivelab.app.scenario;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import keepalivelab.api.EnvironmentException;
import keepalivelab.api.InputException;
import keepalivelab.api.NearestWord;

/**
 * The scenarios of an installation: the files {@code <home>/scenarios/<id>.yaml}. Found by listing, so a new scenario is a
 * new file and nothing else.
 *
 * @param home folder of the installation
 */
public record Catalog(Path home) {
    private static final String EXTENSION = ".yaml";

    /**
     * The files, by name.
     *
     * @throws EnvironmentException if the folder cannot be read
     */
    public List<Path> files() {
        Path folder = home.resolve("scenarios");
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(f -> f.getFileName().toString().endsWith(EXTENSION))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new EnvironmentException("cannot read the scenarios in " + folder + "; is this an installation?");
        }
    }

    /** What to show of each scenario, by id. */
    public List<Scenario.Header> headers() {
        return files().stream().map(ScenarioFile::header).toList();
    }

    /** The ids, in alphabetical order. */
    public List<String> ids() {
        return files().stream().map(Catalog::id).toList();
    }

    /**
     * The file that a user means: an id of the catalogue, or a path to a file of their own (with a slash, or ending in
     * {@code .yaml}).
     *
     * @throws InputException for an unknown id, with the nearest one; for a path without a file
     */
    public Path find(String nameOrPath) {
        if (nameOrPath.contains("/") || nameOrPath.endsWith(EXTENSION) || nameOrPath.endsWith(".yml")) {
            Path path = Path.of(nameOrPath);
            if (!Files.isRegularFile(path)) {
                throw new InputException("no scenario file " + nameOrPath);
            }
            return path;
        }
        return files().stream()
                .filter(f -> id(f).equals(nameOrPath))
                .findFirst()
                .orElseThrow(() -> new InputException(
                        "unknown scenario '" + nameOrPath + "'" + NearestWord.hint(nameOrPath, ids())));
    }

    /**
     * Finds and reads a scenario.
     *
     * @throws InputException as {@link #find} and {@link ScenarioFile#read(Path, Vocabulary)}; for a file of the catalogue
     *     whose id is not its name
     */
    public Scenario read(String nameOrPath, Vocabulary vocabulary) {
        Path file = find(nameOrPath);
        Scenario scenario = ScenarioFile.read(file, vocabulary);
        boolean byName = nameOrPath.equals(id(file));
        if (byName && !scenario.id().equals(nameOrPath)) {
            throw new InputException(
                    file + ":1: key 'id': '" + scenario.id() + "' must be the name of the file, " + nameOrPath);
        }
        return scenario;
    }

    private static String id(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(EXTENSION) ? name.substring(0, name.length() - EXTENSION.length()) : name;
    }
}
