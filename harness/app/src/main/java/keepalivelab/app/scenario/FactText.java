package keepalivelab.app.scenario;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import keepalivelab.api.NearestWord;
import keepalivelab.load.LoadPlan.Fact;

/** Facts as scripts write them, e.g. {@code open-connections == 0}. */
final class FactText {
    private static final Pattern FORM = Pattern.compile("([a-z-]+) *(==|>=|<=) *(\\d{1,9})");
    private static final Map<String, Fact.Comparison> COMPARISONS =
            Map.of("==", Fact.Comparison.EQUAL, ">=", Fact.Comparison.AT_LEAST, "<=", Fact.Comparison.AT_MOST);
    private static final Map<String, Fact.What> FACTS = facts();

    private FactText() {}

    /** Reads a fact, or says what is wrong with it. */
    static Optional<Fact> parse(String text, Consumer<String> complaint) {
        Matcher matcher = FORM.matcher(text.strip());
        if (!matcher.matches()) {
            complaint.accept("is not a fact; write e.g. open-connections == 0 (with ==, >= or <=)");
            return Optional.empty();
        }
        Fact.What what = FACTS.get(matcher.group(1));
        Fact.Comparison comparison = COMPARISONS.get(matcher.group(2));
        if (what == null || comparison == null) {
            complaint.accept("is not a known fact" + NearestWord.hint(matcher.group(1), FACTS.keySet()));
            return Optional.empty();
        }
        return Optional.of(new Fact(what, comparison, Long.parseLong(matcher.group(3))));
    }

    /** Reads the name of a number of the backend, e.g. {@code open-connections}, or says what is wrong with it. */
    static Optional<Fact.What> number(String text, Consumer<String> complaint) {
        Fact.What what = FACTS.get(text.strip());
        if (what == null) {
            complaint.accept("is not a number of the backend" + NearestWord.hint(text, FACTS.keySet()));
        }
        return Optional.ofNullable(what);
    }

    /** The text that {@link #parse} reads back to the same fact. */
    static String format(Fact fact) {
        String comparison = switch (fact.comparison()) {
            case EQUAL -> "==";
            case AT_LEAST -> ">=";
            case AT_MOST -> "<=";
        };
        return word(fact.what()) + " " + comparison + " " + fact.value();
    }

    private static Map<String, Fact.What> facts() {
        Map<String, Fact.What> facts = new LinkedHashMap<>();
        for (Fact.What what : Fact.What.values()) {
            facts.put(word(what), what);
        }
        return facts;
    }

    /** Every fact and number of the backend. */
    static List<String> words() {
        return List.copyOf(FACTS.keySet());
    }

    static String word(Fact.What what) {
        return what.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
