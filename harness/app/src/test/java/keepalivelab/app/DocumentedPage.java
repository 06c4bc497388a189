package keepalivelab.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One page of the documentation.
 *
 * @param name its path below the checkout
 * @param lines all of it
 * @param blocks its fenced blocks
 */
record DocumentedPage(String name, List<String> lines, List<Block> blocks) {
    private static final Pattern FENCE = Pattern.compile("```(.*)");
    /** {@code `folder/file`:} alone on a line: the block below it is that file, or stands in it. */
    private static final Pattern FILE = Pattern.compile("`([^`]+)`:");

    /**
     * A fenced block.
     *
     * @param language the word behind the fence; empty for none
     * @param line number of its first line, from 1
     * @param lines what is between the fences
     * @param file what the line above names; empty where it names none
     */
    record Block(String language, int line, List<String> lines, Optional<String> file) {
        String text() {
            return String.join("\n", lines) + "\n";
        }
    }

    /** Every page of a checkout, in the order in which a newcomer reads them. */
    static List<DocumentedPage> all(Path home) {
        try (Stream<Path> below = Files.walk(home.resolve("docs"))) {
            List<Path> pages =
                    new ArrayList<>(Stream.of("README.md", "CONTRIBUTING.md", "SECURITY.md", "notebooks/README.md")
                            .map(home::resolve)
                            .toList());
            below.filter(file -> file.toString().endsWith(".md"))
                    .sorted(Comparator.comparing((Path file) -> !file.endsWith("tutorial.md"))
                            .thenComparing(Path::toString))
                    .forEach(pages::add);
            return pages.stream().map(file -> read(home, file)).toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static DocumentedPage read(Path home, Path file) {
        try {
            List<String> lines = Files.readAllLines(file);
            return new DocumentedPage(home.relativize(file).toString(), lines, blocks(lines));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static List<Block> blocks(List<String> lines) {
        List<Block> blocks = new ArrayList<>();
        for (int at = 0; at < lines.size(); at++) {
            Matcher fence = FENCE.matcher(lines.get(at).strip());
            if (fence.matches()) {
                int end = at + 1;
                while (!lines.get(end).strip().equals("```")) {
                    end++;
                }
                blocks.add(new Block(fence.group(1), at + 2, lines.subList(at + 1, end), fileAbove(lines, at)));
                at = end;
            }
        }
        return blocks;
    }

    private static Optional<String> fileAbove(List<String> lines, int fence) {
        int above = fence - 1;
        while (above >= 0 && lines.get(above).isBlank()) {
            above--;
        }
        return above < 0
                ? Optional.empty()
                : Optional.of(FILE.matcher(lines.get(above).strip()))
                        .filter(Matcher::matches)
                        .map(matcher -> matcher.group(1));
    }

    /** The lines outside of blocks. */
    List<String> prose() {
        List<String> prose = new ArrayList<>(lines);
        for (Block block : blocks) {
            for (int i = 0; i < block.lines().size(); i++) {
                prose.set(block.line() - 1 + i, "");
            }
        }
        return prose;
    }

    /** The commands of its shell blocks, in order. */
    List<DocumentedCommand> commands() {
        List<DocumentedCommand> commands = new ArrayList<>();
        for (int i = 0; i < blocks.size(); i++) {
            if (blocks.get(i).language().equals("sh")) {
                List<String> shown = i + 1 < blocks.size() && isOutput(blocks.get(i), blocks.get(i + 1))
                        ? blocks.get(i + 1).lines()
                        : List.of();
                commands.addAll(DocumentedCommand.of(name, blocks.get(i), shown));
            }
        }
        return commands;
    }

    /** Output is a text block below its command, with nothing between them. */
    private boolean isOutput(Block commands, Block next) {
        int end = commands.line() + commands.lines().size();
        return next.language().equals("text")
                && lines.subList(end, next.line() - 2).stream().allMatch(String::isBlank);
    }
}
