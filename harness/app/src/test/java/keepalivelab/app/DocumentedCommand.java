package keepalivelab.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A command that a page shows.
 *
 * @param page where it stands
 * @param line of that page, from 1
 * @param text as it is typed, without a remark behind it
 * @param inShort words that a test adds, because without them it takes more than 10 s; the page shows them behind
 *     {@code # in short:}
 * @param output what the page shows of its output; empty where it shows none
 */
record DocumentedCommand(String page, int line, String text, List<String> inShort, List<String> output) {
    private static final Pattern REMARK = Pattern.compile("(.*?)\\s+#\\s(.*)");
    private static final String SHORT = "in short: ";
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");
    private static final Pattern EXIT = Pattern.compile("\\(exit (\\d+)\\)");

    /** The commands of a block; a line that ends with a backslash goes on in the next. */
    static List<DocumentedCommand> of(String page, DocumentedPage.Block block, List<String> output) {
        List<DocumentedCommand> commands = new ArrayList<>();
        StringBuilder begun = new StringBuilder();
        for (int i = 0; i < block.lines().size(); i++) {
            String line = block.lines().get(i).strip();
            if (line.endsWith("\\")) {
                begun.append(line, 0, line.length() - 1).append(' ');
            } else if (!line.isEmpty() && !line.startsWith("#")) {
                commands.add(of(page, block.line() + i, begun + line));
                begun.setLength(0);
            }
        }
        if (!output.isEmpty()) {
            DocumentedCommand last = commands.remove(commands.size() - 1);
            commands.add(new DocumentedCommand(page, last.line, last.text, last.inShort, output));
        }
        return commands;
    }

    private static DocumentedCommand of(String page, int number, String line) {
        Matcher remark = REMARK.matcher(line);
        if (!remark.matches()) {
            return new DocumentedCommand(page, number, line, List.of(), List.of());
        }
        String said = remark.group(2);
        List<String> inShort = said.startsWith(SHORT) ? split(said.substring(SHORT.length())) : List.of();
        return new DocumentedCommand(page, number, remark.group(1), inShort, List.of());
    }

    /** Whether it starts this tool. */
    boolean isOurs() {
        return text.matches("(\\./)?run-scenario .*");
    }

    /** What follows the program's name, without what the shell itself would do with it. */
    List<String> words() {
        List<String> words = split(text.replaceAll("\\s>+\\s\\S+", ""));
        return Stream.concat(words.stream().skip(1), inShort.stream()).toList();
    }

    static List<String> split(String text) {
        return WORD.matcher(text)
                .results()
                .map(word -> Stream.of(1, 2, 3)
                        .map(word::group)
                        .filter(group -> group != null)
                        .findFirst()
                        .orElseThrow())
                .toList();
    }

    /** What it may exit with: as the shown output says, else 0; what a comparison finds is its own affair. */
    Set<Integer> statuses() {
        return output.stream()
                .map(EXIT::matcher)
                .filter(Matcher::find)
                .map(exit -> Set.of(Integer.parseInt(exit.group(1))))
                .findFirst()
                .orElse(words().get(0).equals("ab") ? Set.of(0, 1) : Set.of(0));
    }

    @Override
    public String toString() {
        return page + ":" + line + " " + text;
    }
}
