package keepalivelab.backend.rule;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import keepalivelab.api.InputException;
import keepalivelab.api.NearestWord;

/** Reads behaviours from text and finds the named ones on the class path. */
public final class Behaviours {
    private static final Pattern FORM = Pattern.compile("([a-z0-9@-]+)\\s*(?:\\(([^()]*)\\))?");

    private Behaviours() {}

    /** Every named behaviour on the class path, by id. */
    public static List<BehaviourFactory> all() {
        return ServiceLoader.load(BehaviourFactory.class).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(BehaviourFactory::id))
                .toList();
    }

    /**
     * Reads one behaviour, e.g. {@code close-after(100, announced)}.
     *
     * @throws InputException naming the nearest word, or the argument that is wrong
     */
    public static Behaviour parse(String text) {
        Matcher matcher = FORM.matcher(text.trim());
        if (!matcher.matches()) {
            throw new InputException(
                    "behaviour '" + text.trim() + "' is no name with arguments, such as idle-fin(300ms)");
        }
        String inner = matcher.group(2);
        List<String> values = inner == null || inner.isBlank()
                ? List.of()
                : Arrays.stream(inner.split(",", -1)).map(String::trim).toList();
        BehaviourFactory factory = named(matcher.group(1));
        return factory.create(new Arguments(text.trim(), factory.form(), values));
    }

    /**
     * Reads several, joined by {@code +}, e.g. {@code idle-fin(300ms) + delay(2ms)}.
     *
     * @return empty for blank text
     * @throws InputException as {@link #parse}
     */
    public static List<Behaviour> parseAll(String text) {
        if (text.isBlank()) {
            return List.of();
        }
        return Arrays.stream(text.split("\\+", -1)).map(Behaviours::parse).toList();
    }

    private static BehaviourFactory named(String id) {
        List<BehaviourFactory> all = all();
        return all.stream()
                .filter(f -> f.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new InputException("unknown behaviour '" + id + "'"
                        + NearestWord.hint(
                                id, all.stream().map(BehaviourFactory::id).toList())));
    }
}
