package keepalivelab.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import keepalivelab.api.Arm;
import keepalivelab.api.EnvironmentException;
import keepalivelab.api.ProxyDriver;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;
import picocli.CommandLine;

/**
 * Every command that README and {@code docs} show works: it runs in this process, in its short form where the page declares
 * one, exits with 0 or what the page says, and prints what the page shows, whatever the numbers. A command that needs a proxy
 * that is not here is skipped, or fails where the system property {@code keepalivelab.missingProxy} is {@code fail}.
 */
class DocumentationTest {
    /** Beginnings of commands that no test runs, each with its reason; ours among them are still read. */
    private static final Map<String, String> NOT_RUN = Map.ofEntries(
            Map.entry("./run-scenario proxies install", "downloads"),
            Map.entry("./run-scenario reproduce", "takes an hour, most of it waiting for idle limits"),
            Map.entry("./run-scenario selftest", "takes hours"),
            Map.entry("./run-scenario aa ", "takes an hour"),
            Map.entry("git ", "needs a network"),
            Map.entry("mvn ", "this test is part of it"),
            Map.entry("notebooks/run", "NotebooksTest runs it"),
            Map.entry("docs/reference/refresh", "ReferencePageTest compares what it makes"),
            Map.entry("docs/screenshots/refresh", "needs a browser"),
            Map.entry("results/", "takes an hour"),
            Map.entry(".ci/", "this test is part of it"),
            Map.entry("environment=", "an editor is installed"),
            Map.entry("\"$environment", "an editor is installed"),
            Map.entry("JJAVA_CLASSPATH=", "an editor is started"),
            Map.entry("cd keepalive-lab", "the test is there already"),
            Map.entry("status=", "the shell's own"),
            Map.entry("exit ", "the shell's own"));

    /** Programs of others that run in the pages' folder. */
    private static final List<String> SHELL = List.of("mkdir ", "nginx ");

    private static final Set<String> READERS = Set.of("table", "report", "export", "compare");

    private static final Pattern ARM_OPTION = Pattern.compile("--(proxy|base|candidate|against)");
    private static final Pattern OPTION = Pattern.compile("\\[?(--[a-z-]+)");
    private static final Pattern INLINE = Pattern.compile("`((?:\\./)?run-scenario [^`]+)`");
    private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:)([^)\\s]*)\\)");

    private static final Path CHECKOUT = Home.path();

    @TempDir
    private static Path folder;

    private static DocumentationHome home;
    /** What stands on several pages runs once, unless it depends on a proxy that a page has set up. */
    private static final Map<List<String>, Typed> DONE = new HashMap<>();
    /** Pages of which a run was skipped. */
    private static final Set<String> CUT_SHORT = new HashSet<>();

    @BeforeAll
    static void copyTheCheckout() throws IOException {
        home = new DocumentationHome(folder);
    }

    @AfterAll
    static void leaveIt() throws IOException {
        home.close();
    }

    @TestFactory
    Stream<DynamicNode> everyCommandWorks() {
        return DocumentedPage.all(CHECKOUT).stream()
                .filter(page -> !page.commands().isEmpty())
                .map(page -> dynamicContainer(page.name(), Stream.concat(Stream.of(files(page)), commands(page))));
    }

    private static DynamicNode files(DocumentedPage page) {
        return dynamicTest("its files", () -> {
            // The first block of a name is what a reader begins with; a later one changes it, see below.
            for (DocumentedPage.Block block : page.blocks()) {
                if (block.file().isPresent() && isFirst(page, block)) {
                    home.write(block.file().get(), block.text());
                }
            }
        });
    }

    private static boolean isFirst(DocumentedPage page, DocumentedPage.Block block) {
        return page.blocks().stream()
                .filter(other -> other.file().equals(block.file()))
                .findFirst()
                .filter(block::equals)
                .isPresent();
    }

    private static Stream<DynamicNode> commands(DocumentedPage page) {
        List<DynamicNode> tests = new ArrayList<>();
        int line = 0;
        for (DocumentedCommand command : page.commands()) {
            for (DocumentedPage.Block block : page.blocks()) {
                if (block.line() > line
                        && block.line() < command.line()
                        && block.file().isPresent()
                        && !isFirst(page, block)) {
                    tests.add(dynamicTest(
                            "changes " + block.file().get(),
                            () -> home.write(block.file().get(), block.text())));
                }
            }
            line = command.line();
            tests.add(dynamicTest(command.toString(), () -> check(command)));
        }
        return tests.stream();
    }

    private static void check(DocumentedCommand command) throws Exception {
        boolean notRun = NOT_RUN.keySet().stream().anyMatch(command.text()::startsWith);
        if (command.isOurs()) {
            assertThatCode(() -> parse(command.words())).as("its words").doesNotThrowAnyException();
        }
        if (notRun) {
            checkProgram(command);
            return;
        }
        if (command.isOurs()) {
            requireWhatItReads(command);
            requireArms(command);
            Typed typed = command.text().contains("external@")
                    ? home.run(command.words())
                    : DONE.computeIfAbsent(command.words(), home::run);
            assertThat(command.statuses()).as(typed.err() + "\n" + typed.out()).contains(typed.status());
            // On a terminal the two streams are one, and which comes first depends on the command.
            OutputShape.check(command.output(), typed.err() + "\n" + typed.out() + "\n" + typed.err());
            return;
        }
        assertThat(SHELL)
                .as("%s is neither run nor excused: give it a reason in NOT_RUN", command)
                .anyMatch(command.text()::startsWith);
        if (command.text().startsWith("nginx ")) {
            Proxies.require("nginx");
        }
        Typed typed = home.shell(command.text());
        assertThat(typed.status()).as(typed.out()).isZero();
        OutputShape.check(command.output(), typed.out());
    }

    /** A program of the checkout is there, even if it is not run. */
    private static void checkProgram(DocumentedCommand command) {
        String program = DocumentedCommand.split(command.text()).get(0);
        if (program.matches("[a-z.][a-z-]*/.*")) {
            assertThat(CHECKOUT.resolve(program)).isExecutable();
        }
    }

    private static void parse(List<String> words) {
        String[] args = words.toArray(String[]::new);
        Main.commands().parseArgs(Main.withRun(args, Main.commands()));
    }

    /** A command that reads an earlier run of its page is skipped where a run of that page was. */
    private static void requireWhatItReads(DocumentedCommand command) {
        boolean reads = READERS.contains(command.words().get(0));
        boolean committed = command.text().contains("results/reference/");
        assumeTrue(!reads || committed || !CUT_SHORT.contains(command.page()), "what it reads was not run");
    }

    private static void requireArms(DocumentedCommand command) {
        try {
            requireArms(command.words());
        } catch (TestAbortedException skipped) {
            CUT_SHORT.add(command.page());
            throw skipped;
        }
    }

    private static void requireArms(List<String> words) {
        for (int i = 0; i + 1 < words.size(); i++) {
            if (ARM_OPTION.matcher(words.get(i)).matches()) {
                requireArm(Arm.parse(words.get(i + 1)));
            }
        }
    }

    private static void requireArm(Arm arm) {
        if (arm.driver().equals("external")) {
            Proxies.require("nginx");
            return;
        }
        try {
            ProxyDriver.of(arm.driver()).locate(arm.variant(), arm.target());
        } catch (EnvironmentException e) {
            if ("fail".equals(System.getProperty("keepalivelab.missingProxy"))) {
                throw new AssertionError(e);
            }
            assumeTrue(false, e.getMessage());
        }
    }

    /** In prose a command is read, not run; words in capitals stand for something, and what is not said is left out. */
    @TestFactory
    Stream<DynamicNode> everyCommandInProseCanBeRead() {
        return DocumentedPage.all(CHECKOUT).stream()
                .flatMap(page -> page.prose().stream()
                        .flatMap(line -> INLINE.matcher(line).results())
                        .map(inline -> inline.group(1))
                        .map(text -> dynamicTest(page.name() + " " + text, () -> readInProse(text))));
    }

    private static void readInProse(String text) {
        List<String> words = DocumentedCommand.split(text);
        try {
            parse(words.subList(1, words.size()));
        } catch (CommandLine.MissingParameterException left) {
            // This complaint comes before that about unknown options.
            assertThat(words.stream()
                            .map(OPTION::matcher)
                            .filter(Matcher::lookingAt)
                            .map(option -> option.group(1)))
                    .allMatch(left.getCommandLine().getCommandSpec().optionsMap()::containsKey);
        }
    }

    @Test
    void everyBlockSaysWhatItIs() {
        assertThat(DocumentedPage.all(CHECKOUT))
                .allSatisfy(page -> assertThat(page.blocks()).allSatisfy(block -> {
                    assertThat(block.language())
                            .as("%s:%s", page.name(), block.line())
                            .isNotEmpty();
                }));
    }

    @Test
    void whatStandsUnderTheNameOfAFileOfTheCheckoutStandsInIt() throws IOException {
        for (DocumentedPage page : DocumentedPage.all(CHECKOUT)) {
            for (DocumentedPage.Block block : page.blocks()) {
                Optional<Path> file = block.file().map(CHECKOUT::resolve).filter(Files::exists);
                if (file.isPresent()) {
                    assertThat(flat(Files.readString(file.get())))
                            .as("%s:%s", page.name(), block.line())
                            .contains(flat(block.text()));
                }
            }
        }
    }

    private static String flat(String text) {
        return text.replaceAll("(?m)^\\s+", "").strip();
    }

    @Test
    void everyLinkLeadsSomewhere() {
        List<String> broken = new ArrayList<>();
        for (DocumentedPage page : DocumentedPage.all(CHECKOUT)) {
            Path file = CHECKOUT.resolve(page.name());
            page.prose()
                    .forEach(line -> LINK.matcher(line).results().forEach(link -> {
                        String[] parts = link.group(1).split("#", 2);
                        Path target = parts[0].isEmpty()
                                ? file
                                : file.resolveSibling(parts[0]).normalize();
                        if (!Files.exists(target) || (parts.length == 2 && !hasHeading(target, parts[1]))) {
                            broken.add(page.name() + ": " + link.group(1));
                        }
                    }));
        }
        assertThat(broken).isEmpty();
    }

    private static boolean hasHeading(Path page, String anchor) {
        try {
            return Files.readAllLines(page).stream()
                    .filter(line -> line.matches("#+ .*"))
                    .map(line -> line.replaceAll("^#+ ", "").toLowerCase(java.util.Locale.ROOT))
                    .map(line -> line.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
                    .anyMatch(anchor::equals);
        } catch (IOException e) {
            return false;
        }
    }

    /** The index names every page. */
    @Test
    void noPageIsWithoutALinkFromTheIndex() throws IOException {
        String index = Files.readString(CHECKOUT.resolve("docs/README.md"));
        assertThat(DocumentedPage.all(CHECKOUT).stream()
                        .map(DocumentedPage::name)
                        .filter(name -> name.startsWith("docs/") && !name.equals("docs/README.md"))
                        .filter(name -> !name.startsWith("docs/decisions/"))
                        .map(name -> name.substring("docs/".length())))
                .allMatch(name -> index.contains("(" + name + ")"));
    }
}
