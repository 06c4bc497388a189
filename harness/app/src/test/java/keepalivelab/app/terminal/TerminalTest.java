package keepalivelab.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import keepalivelab.app.terminal.Terminal.Trait;
import org.junit.jupiter.api.Test;

class TerminalTest {
    private static final Path DEVICE = Path.of("/dev/pts/nowhere");
    private static final Map<String, String> PERSON =
            Map.of("TERM", "xterm", "LANG", "en_GB.UTF-8", "COLUMNS", "120", "LINES", "50");

    @Test
    void aPersonSeesEverything() {
        Terminal terminal = Terminal.of(PERSON, DEVICE, DEVICE, Terminal.Wish.NONE);
        assertThat(terminal.traits())
                .containsExactlyInAnyOrder(Trait.FITS_TABLES, Trait.REWRITES, Trait.UNICODE, Trait.COLOURS);
        assertThat(terminal.size().get()).isEqualTo(new TerminalSize(120, 50));
    }

    @Test
    void aPipeGetsPlainWholeTables() {
        Terminal terminal = Terminal.of(PERSON, null, null, Terminal.Wish.NONE);
        assertThat(terminal.traits()).isEmpty();
    }

    @Test
    void progressGoesToStderrWhereverStdoutGoes() {
        assertThat(Terminal.of(PERSON, null, DEVICE, Terminal.Wish.NONE).traits())
                .containsExactlyInAnyOrder(Trait.REWRITES, Trait.UNICODE);
    }

    @Test
    void aJobOfCiIsWatchedByNobody() {
        assertThat(Terminal.of(with("CI", "true"), DEVICE, DEVICE, Terminal.Wish.NONE)
                        .traits())
                .contains(Trait.CI)
                .doesNotContain(Trait.REWRITES);
    }

    @Test
    void noColourWhereTheUserOrTheTerminalSaysSo() {
        assertThat(Terminal.of(with("NO_COLOR", "1"), DEVICE, DEVICE, Terminal.Wish.NONE)
                        .traits())
                .doesNotContain(Trait.COLOURS);
        assertThat(Terminal.of(with("NO_COLOR", ""), DEVICE, DEVICE, Terminal.Wish.NONE)
                        .traits())
                .contains(Trait.COLOURS);
        assertThat(Terminal.of(with("TERM", "dumb"), DEVICE, DEVICE, Terminal.Wish.NONE)
                        .traits())
                .doesNotContain(Trait.COLOURS, Trait.REWRITES);
        assertThat(Terminal.of(PERSON, DEVICE, DEVICE, wish(ColourChoice.NEVER)).traits())
                .doesNotContain(Trait.COLOURS);
        assertThat(Terminal.of(with("NO_COLOR", "1"), null, DEVICE, wish(ColourChoice.ALWAYS))
                        .traits())
                .as("an option of this call is stronger than a variable of the session")
                .contains(Trait.COLOURS);
    }

    @Test
    void onlyALocaleOfUtf8ShowsBlocks() {
        assertThat(Terminal.of(with("LC_ALL", "C"), DEVICE, DEVICE, Terminal.Wish.NONE)
                        .traits())
                .doesNotContain(Trait.UNICODE);
        assertThat(Terminal.of(with("LC_ALL", ""), DEVICE, DEVICE, Terminal.Wish.NONE)
                        .traits())
                .contains(Trait.UNICODE);
    }

    @Test
    void aWidthFitsTablesEvenInAPipe() {
        Terminal terminal = Terminal.of(PERSON, null, null, new Terminal.Wish(ColourChoice.AUTO, OptionalInt.of(72)));
        assertThat(terminal.traits()).containsExactly(Trait.FITS_TABLES);
        assertThat(terminal.size().get().columns()).isEqualTo(72);
    }

    @Test
    void aSizeThatNobodyKnowsIsAHundredColumns() {
        assertThat(TerminalSize.of(Map.of(), null)).isEqualTo(new TerminalSize(100, 24));
        assertThat(TerminalSize.of(Map.of("COLUMNS", "wide"), DEVICE)).isEqualTo(new TerminalSize(100, 24));
        assertThat(TerminalSize.parsed("0 0\n")).isEmpty();
        assertThat(TerminalSize.parsed("stty: no terminal")).isEmpty();
        assertThat(TerminalSize.parsed("40 132\n")).contains(new TerminalSize(132, 40));
    }

    @Test
    void aWriterThatIsNoStandardStreamLeadsToNoTerminal() {
        assertThat(StandardStream.device(new PrintWriter(Writer.nullWriter()))).isEmpty();
    }

    private static Terminal.Wish wish(ColourChoice colour) {
        return new Terminal.Wish(colour, OptionalInt.empty());
    }

    private static Map<String, String> with(String name, String value) {
        Map<String, String> variables = new HashMap<>(PERSON);
        variables.put(name, value);
        return variables;
    }
}
