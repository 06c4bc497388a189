package keepalivelab.app.terminal;

import java.io.PrintWriter;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import keepalivelab.report.FittedTable;
import keepalivelab.report.TableFit;
import keepalivelab.report.TableModel;
import keepalivelab.report.TextTable;
import keepalivelab.report.VerdictPaint;

/** Prints tables as the place wants them: fitted to a terminal or to {@code --width}, else whole. */
public final class Tables {
    private final PrintWriter out;
    private final Terminal terminal;
    private final String elsewhere;

    /**
     * @param elsewhere where all columns are, for a table that leaves some out
     */
    public Tables(PrintWriter out, Terminal terminal, String elsewhere) {
        this.out = out;
        this.terminal = terminal;
        this.elsewhere = elsewhere;
    }

    public void print(TableModel table) {
        if (terminal.is(Terminal.Trait.FITS_TABLES)) {
            out.print(FittedTable.render(table, new TableFit(width(), elsewhere, extras())));
        } else {
            out.print(TextTable.render(table, extras()));
        }
    }

    /** Prints remarks below an empty line and a title, wrapped where tables are fitted. */
    public void list(String title, List<String> remarks) {
        out.println();
        out.println(title);
        for (String remark : remarks) {
            if (terminal.is(Terminal.Trait.FITS_TABLES)) {
                FittedTable.item(remark, width()).forEach(out::println);
            } else {
                out.println("- " + remark);
            }
        }
    }

    private int width() {
        return Math.max(TableFit.NARROWEST, terminal.size().get().columns());
    }

    /** A verdict's word. */
    public String verdict(String word) {
        return terminal.is(Terminal.Trait.COLOURS) ? VerdictPaint.painted(word) : word;
    }

    private Set<TableFit.Extra> extras() {
        Set<TableFit.Extra> extras = EnumSet.noneOf(TableFit.Extra.class);
        if (terminal.is(Terminal.Trait.UNICODE)) {
            extras.add(TableFit.Extra.UNICODE);
        }
        if (terminal.is(Terminal.Trait.COLOURS)) {
            extras.add(TableFit.Extra.COLOURS);
        }
        return extras;
    }
}
