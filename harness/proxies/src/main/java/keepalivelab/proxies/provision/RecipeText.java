package keepalivelab.proxies.provision;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import keepalivelab.api.NearestWord;
import keepalivelab.api.ProxyDriver;
import keepalivelab.proxies.process.DottedVersion;

/**
 * Reads recipes. They lie in a resource {@value #FILE} beside each driver and are found through the drivers, so a driver
 * brings its own. An entry is {@code NAME VERSION KIND FIELD=VALUE...}; a line that begins with a space goes on with the
 * entry before it, and one that begins with {@code #} is a remark.
 */
final class RecipeText {
    private static final String FILE = "recipes.txt";
    private static final List<Kind> KINDS = List.of(
            new WheelKind(),
            new DebianKind(),
            new SystemKind(),
            new SourceKind(),
            new CargoKind(),
            new GoKind(),
            new NpmKind());
    private static final Pattern GAP = Pattern.compile("\\s+");

    private RecipeText() {}

    /** The recipes of all drivers, for any platform: by name, newest first. */
    static List<Recipe> ofDrivers() {
        // Types, not objects: a driver that is being made may be the one that asks.
        Map<String, Class<?>> homes = new LinkedHashMap<>();
        ServiceLoader.load(ProxyDriver.class).stream()
                .map(ServiceLoader.Provider::type)
                .forEach(type -> homes.putIfAbsent(type.getPackageName(), type));
        return homes.values().stream()
                .flatMap(RecipeText::beside)
                .sorted(Comparator.comparing(Recipe::name)
                        .thenComparing(RecipeText::newness, Comparator.reverseOrder()))
                .toList();
    }

    private static DottedVersion newness(Recipe recipe) {
        return DottedVersion.of(recipe.version().equals(Recipe.ANY) ? "999999999" : recipe.version());
    }

    private static Stream<Recipe> beside(Class<?> home) {
        try (InputStream in = home.getResourceAsStream(FILE)) {
            return in == null
                    ? Stream.empty()
                    : of(new String(in.readAllBytes(), StandardCharsets.UTF_8), home).stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads the text of one file.
     *
     * @throws IllegalArgumentException for an entry that makes no sense
     */
    static List<Recipe> of(String text, Class<?> home) {
        List<StringBuilder> entries = new ArrayList<>();
        text.lines().filter(line -> !line.isBlank() && !line.startsWith("#")).forEach(line -> {
            if (line.startsWith(" ") && !entries.isEmpty()) {
                entries.get(entries.size() - 1).append(line);
            } else {
                entries.add(new StringBuilder(line));
            }
        });
        return entries.stream().map(entry -> recipe(entry.toString(), home)).toList();
    }

    private static Recipe recipe(String entry, Class<?> home) {
        String[] words = GAP.split(entry.strip(), -1);
        if (words.length < 3) {
            throw new IllegalArgumentException(FILE + ": expected NAME VERSION KIND FIELD=VALUE... in '" + entry + "'");
        }
        Map<String, String> fields = new LinkedHashMap<>();
        for (String word : List.of(words).subList(3, words.length)) {
            int equals = word.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException(FILE + ": '" + word + "' is not FIELD=VALUE");
            }
            fields.put(word.substring(0, equals), word.substring(equals + 1));
        }
        return new Recipe(words[0], words[1], kind(words[2]), fields, home);
    }

    private static Kind kind(String id) {
        List<String> ids = KINDS.stream().map(Kind::id).toList();
        return KINDS.stream()
                .filter(kind -> kind.id().equals(id))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException(FILE + ": unknown kind '" + id + "'" + NearestWord.hint(id, ids)));
    }
}
