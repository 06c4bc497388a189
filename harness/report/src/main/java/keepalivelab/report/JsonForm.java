package keepalivelab.report;

import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;

/** How our JSON files look: two spaces, {@code \n}, one entry a line. */
public final class JsonForm {
    private JsonForm() {}

    /** A printer of that form. */
    public static DefaultPrettyPrinter printer() {
        DefaultIndenter twoSpaces = new DefaultIndenter("  ", "\n");
        Separators separators = Separators.createDefaultInstance()
                .withObjectNameValueSpacing(Separators.Spacing.AFTER)
                .withObjectEmptySeparator("")
                .withArrayEmptySeparator("");
        return new DefaultPrettyPrinter(separators)
                .withObjectIndenter(twoSpaces)
                .withArrayIndenter(twoSpaces);
    }
}
