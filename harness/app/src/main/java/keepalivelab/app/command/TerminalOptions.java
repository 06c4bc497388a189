package keepalivelab.app.command;

import java.io.PrintWriter;
import java.util.OptionalInt;
import keepalivelab.api.InputException;
import keepalivelab.app.terminal.ColourChoice;
import keepalivelab.app.terminal.Terminal;
import keepalivelab.report.TableFit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What every command takes that prints a table. */
final class TerminalOptions {
    private static final int WIDEST = 10_000;

    @Option(
            names = "--width",
            paramLabel = "N",
            description = "Fits tables to N columns, leaving the least important out. Default: the terminal's width; "
                    + "everything where stdout is no terminal.")
    private @Nullable Integer width;

    @Option(
            names = "--color",
            paramLabel = "WHEN",
            description = "Colours verdicts: auto (default; not where NO_COLOR is set), always or never.")
    private ColourChoice color = ColourChoice.AUTO;

    /** Where the command speaks. */
    Terminal terminal(PrintWriter out, PrintWriter err) {
        if (width != null && (width < TableFit.NARROWEST || width > WIDEST)) {
            throw new InputException("--width " + width + " is not between " + TableFit.NARROWEST + " and " + WIDEST);
        }
        return Terminal.of(
                out, err, new Terminal.Wish(color, width == null ? OptionalInt.empty() : OptionalInt.of(width)));
    }
}
