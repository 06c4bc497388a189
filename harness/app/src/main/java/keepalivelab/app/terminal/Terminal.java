package keepalivelab.app.terminal;

import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import keepalivelab.report.MiddleCut;
import keepalivelab.report.StepBar;
import org.jspecify.annotations.Nullable;

/**
 * What is known about where a command speaks.
 *
 * @param traits what the place is and can do
 * @param size looked up anew each time, because a window may change; may start a process, so not to be asked while something
 *     is measured
 */
public record Terminal(Set<Trait> traits, Supplier<TerminalSize> size) {
    /** What a place is and can do. */
    public enum Trait {
        /** A table is printed as wide as {@link #size} says; without it, whole. */
        FITS_TABLES,
        /** Stderr is a terminal that understands lines being written over, outside CI: progress is shown. */
        REWRITES,
        /** Shows characters beyond ASCII. */
        UNICODE,
        /** Colours verdicts on stdout. */
        COLOURS,
        /** A job of a CI service: nobody watches, whatever it looks like. */
        CI
    }

    /** No terminal. */
    public static final Terminal NONE = new Terminal(Set.of(), () -> TerminalSize.UNKNOWN);

    public Terminal {
        traits = Set.copyOf(traits);
    }

    /**
     * What the user asked for.
     *
     * @param colour when words are coloured
     * @param width of tables, even where they go to no terminal; empty for the terminal's own
     */
    public record Wish(ColourChoice colour, OptionalInt width) {
        /** Nothing. */
        public static final Wish NONE = new Wish(ColourChoice.AUTO, OptionalInt.empty());
    }

    /** The place that these two writers lead to. */
    public static Terminal of(PrintWriter out, PrintWriter err, Wish wish) {
        return of(
                System.getenv(),
                StandardStream.device(out).orElse(null),
                StandardStream.device(err).orElse(null),
                wish);
    }

    /**
     * @param variables of the environment
     * @param out device behind stdout; null for no terminal
     * @param err device behind stderr; null for no terminal
     */
    static Terminal of(Map<String, String> variables, @Nullable Path out, @Nullable Path err, Wish wish) {
        Set<Trait> traits = EnumSet.noneOf(Trait.class);
        boolean clever = !variables.getOrDefault("TERM", "dumb").equals("dumb");
        if (variables.containsKey("CI")) {
            traits.add(Trait.CI);
        } else if (err != null && clever) {
            traits.add(Trait.REWRITES);
        }
        if (out != null || wish.width().isPresent()) {
            traits.add(Trait.FITS_TABLES);
        }
        if (speaksUnicode(variables) && (out != null || err != null)) {
            traits.add(Trait.UNICODE);
        }
        boolean wanted =
                out != null && clever && variables.getOrDefault("NO_COLOR", "").isEmpty();
        if (wish.colour() == ColourChoice.ALWAYS || (wish.colour() == ColourChoice.AUTO && wanted)) {
            traits.add(Trait.COLOURS);
        }
        @Nullable Path device = out == null ? err : out;
        return new Terminal(traits, () -> {
            TerminalSize size = TerminalSize.of(variables, device);
            return new TerminalSize(wish.width().orElse(size.columns()), size.rows());
        });
    }

    /** The locale decides; a charset that cannot encode it would print question marks. */
    private static boolean speaksUnicode(Map<String, String> variables) {
        String locale = Stream.of("LC_ALL", "LC_CTYPE", "LANG")
                .map(name -> variables.getOrDefault(name, ""))
                .filter(value -> !value.isEmpty())
                .findFirst()
                .orElse("")
                .toLowerCase(Locale.ROOT);
        boolean utf8 = locale.contains("utf-8") || locale.contains("utf8");
        return utf8 && Charset.defaultCharset().equals(StandardCharsets.UTF_8);
    }

    /** Whether it has that trait. */
    public boolean is(Trait trait) {
        return traits.contains(trait);
    }

    /** The bars that it can show. */
    StepBar bars() {
        return is(Trait.UNICODE) ? StepBar.BLOCKS : StepBar.ASCII;
    }

    /** What stands for a cut. */
    String cutMark() {
        return is(Trait.UNICODE) ? MiddleCut.MARK : MiddleCut.ASCII_MARK;
    }
}
