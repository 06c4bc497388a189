package keepalivelab.pools.experiment;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import keepalivelab.api.InputException;
import keepalivelab.api.NearestWord;

/** Parameters of one run: the given ones over the defaults, each checked when it is read. */
final class Parameters {
    private final String experiment;
    private final Map<String, String> values;

    Parameters(PoolExperiment experiment, Map<String, String> given) {
        this.experiment = experiment.id();
        this.values = new HashMap<>(experiment.defaults());
        given.forEach((name, value) -> {
            if (values.replace(name, value) == null) {
                throw new InputException("experiment " + this.experiment + ": unknown parameter '" + name + "'"
                        + NearestWord.hint(name, experiment.defaults().keySet()));
            }
        });
    }

    /** For an experiment without parameters. */
    static void requireNone(PoolExperiment experiment, Map<String, String> given) {
        given.keySet().stream().findFirst().ifPresent(name -> {
            throw new InputException("experiment " + experiment.id() + ": has no parameters, not '" + name + "'");
        });
    }

    /** A whole number from {@code min} to {@code max}. */
    int count(String name, int min, int max) {
        String text = text(name);
        try {
            int value = Integer.parseInt(text);
            if (value >= min && value <= max) {
                return value;
            }
        } catch (NumberFormatException notANumber) {
            // Answered below, like a number out of range.
        }
        throw new InputException("experiment " + experiment + ": " + name + " '" + text
                + "' is not a whole number from " + min + " to " + max);
    }

    /** One of the words of an enum: its names in lower case, with hyphens. */
    <E extends Enum<E>> E word(String name, Class<E> words) {
        String text = text(name);
        List<E> valid = Arrays.asList(words.getEnumConstants());
        return valid.stream()
                .filter(word -> spelled(word).equals(text))
                .findFirst()
                .orElseThrow(() -> new InputException("experiment " + experiment + ": unknown " + name + " '" + text
                        + "'"
                        + NearestWord.hint(
                                text, valid.stream().map(Parameters::spelled).toList())));
    }

    static String spelled(Enum<?> word) {
        return word.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private String text(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("experiment " + experiment + " declares no parameter '" + name + "'");
        }
        return value;
    }
}
