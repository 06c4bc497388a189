package keepalivelab.backend.rule;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import keepalivelab.api.DurationText;
import keepalivelab.api.InputException;
import keepalivelab.api.NearestWord;

/** The arguments of a behaviour as they were written; reads them or says in one line what is wrong. Immutable. */
public final class Arguments {
    private final String text;
    private final String form;
    private final List<String> values;

    /**
     * @param text the whole behaviour as it was written
     * @param form the form it should have
     * @param values its arguments without white space around them; empty for none
     */
    public Arguments(String text, String form, List<String> values) {
        this.text = text;
        this.form = form;
        this.values = List.copyOf(values);
    }

    /** Rejects more than {@code most} arguments. */
    public Arguments atMost(int most) {
        if (values.size() > most) {
            throw wrong("takes "
                    + (most == 0 ? "no argument" : "at most " + most + (most == 1 ? " argument" : " arguments")));
        }
        return this;
    }

    /** Whether there is an argument at that position. */
    public boolean has(int index) {
        return index < values.size();
    }

    /** A duration above zero. */
    public Duration time(int index, String name) {
        String value = required(index, name);
        return DurationText.parse(value)
                .filter(d -> !d.isZero())
                .orElseThrow(() -> wrong(name + " is '" + value + "', not a time above 0 with a unit such as 300ms"));
    }

    /** A whole number of at least {@code least}. */
    public int number(int index, String name, int least) {
        String value = required(index, name);
        Optional<Integer> number = wholeNumber(value);
        return number.filter(n -> n >= least)
                .orElseThrow(() -> wrong(name + " is '" + value + "', not a whole number from " + least));
    }

    /** One of some words. */
    public String word(int index, List<String> words) {
        String value = required(index, String.join("|", words));
        if (!words.contains(value)) {
            throw wrong("unknown word '" + value + "'" + NearestWord.hint(value, words));
        }
        return value;
    }

    private String required(int index, String name) {
        if (!has(index)) {
            throw wrong(name + " is missing");
        }
        return values.get(index);
    }

    private InputException wrong(String what) {
        return new InputException("behaviour '" + text + "': " + what + " (form: " + form + ")");
    }

    private static Optional<Integer> wholeNumber(String value) {
        try {
            return Optional.of(Integer.parseInt(value));
        } catch (NumberFormatException none) {
            return Optional.empty();
        }
    }
}
