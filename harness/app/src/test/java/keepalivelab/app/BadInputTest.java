package keepalivelab.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Wrong input is one line that says what, where and what was meant; nothing starts and no folder is made. */
class BadInputTest {
    private static final String GOOD = """
            id: mine
            title: Mine
            question: Does it read?
            params: {n: 10}
            proxy:
              pool.max-idle: 4
            backend: {behaviour: keep}
            load:
              kind: closed
              requests: ${n}
              clients: 1
              start: at-once
            expect:
              - {require: client.outcomes.ok == params.n, says: all answered}
            table: [accepts]
            """;

    @TempDir
    private Path folder;

    static Stream<Arguments> mistypedCommands() {
        return Stream.of(
                Arguments.of("keepalive-sise", "unknown scenario 'keepalive-sise'; did you mean 'keepalive-size'?"),
                Arguments.of("lits", "no command or scenario 'lits'; did you mean 'list'?"),
                Arguments.of(
                        "pool-order --backend-port 9999",
                        "--backend-port 9999: scenario pool-order has no backend, it runs pools alone"),
                Arguments.of("./none.yaml", "no scenario file ./none.yaml"),
                Arguments.of("keepalive-size --proxy ngnix", "unknown proxy 'ngnix'; did you mean 'nginx'?"),
                Arguments.of(
                        "keepalive-size --proxy embedded:liffo",
                        "proxy 'embedded' has no variant 'liffo'; did you mean 'lifo'?"),
                Arguments.of(
                        "keepalive-size --proxy relay,pool.max-ilde=4",
                        "unknown knob 'pool.max-ilde'; did you mean 'pool.max-idle'?"),
                Arguments.of(
                        "keepalive-size --proxy relay,pool.max-idle",
                        "arm 'relay,pool.max-idle': 'pool.max-idle' is not knob=value"),
                Arguments.of(
                        "keepalive-size --proxy relay,retry.rule=none",
                        "arm 'relay@1.0': relay cannot do retry.rule; 'run-scenario proxies show relay' lists what it can"),
                Arguments.of(
                        "keepalive-size --proxy re/lay",
                        "arm 're/lay': expected [label=]driver[:variant][@binary, version or address][,knob=value...]"),
                Arguments.of(
                        "keepalive-size --proxy external@127.0.0.1:1",
                        "--proxy external needs --backend-port: the port that proxy forwards to, "
                                + "where the counting backend will listen"),
                Arguments.of(
                        "keepalive-size --proxy external@127.0.0.1:1,pool.max-idle=4 --backend-port 2",
                        "arm 'external': external cannot do pool.max-idle; 'run-scenario proxies show external' lists what"
                                + " it can"),
                Arguments.of("keepalive-size --backend-port 70000", "--backend-port 70000 is not a port (1 to 65535)"),
                Arguments.of(
                        "keepalive-size --prxy nginx",
                        "Unknown options: '--prxy', 'nginx'; did you mean '--proxy'? (see 'run-scenario run --help')"),
                Arguments.of(
                        "--prxy nginx keepalive-size",
                        "Unknown options: '--prxy', 'keepalive-size'; did you mean '--proxy'? "
                                + "(see 'run-scenario run --help')"),
                Arguments.of(
                        "keepalive-size --seed few",
                        "Invalid value for option '--seed': 'few' is not a long (see 'run-scenario run --help')"),
                Arguments.of("run", "Missing required parameter: 'NAME' (see 'run-scenario run --help')"));
    }

    @ParameterizedTest
    @MethodSource("mistypedCommands")
    void aMistypedCommandIsOneLine(String words, String line) {
        Typed typed = run(words.split(" "));
        assertThat(typed.complaints()).containsExactly("run-scenario: " + line);
        assertThat(typed.status()).isEqualTo(2);
        assertThat(typed.out()).isEmpty();
        assertThat(Typed.runsIn(folder)).isEmpty();
    }

    @Test
    void aSetOfAnUnknownParameterNamesTheNearest() {
        Typed typed = run("keepalive-requests", "--set", "limti=3");
        assertThat(typed.status()).isEqualTo(2);
        assertThat(typed.complaints()).hasSize(1);
        assertThat(typed.err()).contains("limti").contains("did you mean 'limit'?");
        Typed notANumber = run("keepalive-requests", "--set", "limit=many");
        assertThat(notANumber.status()).isEqualTo(2);
        assertThat(notANumber.complaints()).hasSize(1);
        assertThat(notANumber.err()).contains("limit").contains("many");
        assertThat(Typed.runsIn(folder)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pool.max-idle: 4|pool.max-ilde: 4|6|pool.max-idle",
                "kind: closed|knid: closed|9|kind",
                "start: at-once|strat: at-once|12|start",
                "table: [accepts]|table: [acepts]|15|accepts",
                "behaviour: keep|behaviour: kep|7|keep",
                "behaviour: keep|behaviour: idle-fin(300)|7|ms",
                "kind: closed|kind: close|9|closed",
                "client.outcomes.ok|clinet.outcomes.ok|14|client",
                "expect:|exepct:|13|expect"
            })
    void aMistakeInAFileIsToldWithItsPlace(String right, String wrong, int line, String nearest) throws IOException {
        assertThat(GOOD).contains(right);
        Path file = Files.writeString(folder.resolve("mine.yaml"), GOOD.replace(right, wrong));
        Typed typed = run(file.toString(), "--proxy", "relay");
        assertThat(typed.status()).as(typed.err()).isEqualTo(2);
        assertThat(typed.complaints().get(0)).startsWith("run-scenario: " + file + ":" + line + ":");
        assertThat(typed.complaints().get(0)).contains(nearest);
        assertThat(typed.out()).isEmpty();
        assertThat(Typed.runsIn(folder)).isEmpty();
        Typed validated = Typed.words("validate", file.toString());
        assertThat(validated.status()).isEqualTo(2);
        assertThat(validated.complaints().get(0)).contains(":" + line + ":");
    }

    @Test
    void aMissingProxyIsLookedForAndTheWayToGetItIsTold() {
        Typed byVersion = run("keepalive-requests", "--proxy", "nginx@0.9.9");
        assertThat(byVersion.status()).isEqualTo(4);
        assertThat(byVersion.complaints()).hasSize(1);
        assertThat(byVersion.err())
                .contains("nginx 0.9.9 is not on this machine")
                .contains("looked for 'nginx' on the PATH, in /usr/sbin")
                .contains("run-scenario proxies install nginx");
        Typed byPath = run("keepalive-requests", "--proxy", "nginx@/nowhere/nginx");
        assertThat(byPath.status()).isEqualTo(4);
        assertThat(byPath.complaints())
                .containsExactly("run-scenario: nginx@/nowhere/nginx: there is no such executable file");
        assertThat(Typed.runsIn(folder)).isEmpty();
    }

    @Test
    void allMissingProxiesAreListedAtOnce() {
        Typed typed = run("keepalive-requests", "--proxy", "nginx@0.9.9", "--proxy", "relay@0.1", "--proxy", "relay");
        assertThat(typed.status()).isEqualTo(4);
        assertThat(typed.complaints()).hasSize(1);
        assertThat(typed.err()).contains("nginx 0.9.9 is not").contains("relay 0.1 is not");
    }

    @Test
    void aPortThatIsTakenIsToldBeforeAFolderIsMade() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            Typed typed = run("keepalive-requests", "--proxy", "relay", "--backend-port", port);
            assertThat(typed.status()).isEqualTo(4);
            assertThat(typed.complaints()).hasSize(1);
            assertThat(typed.err()).contains(":" + port + ":").contains("stop what uses that port");
        }
        assertThat(Typed.runsIn(folder)).isEmpty();
    }

    @Test
    void anUnwritableOutputIsToldWithTheRemedy() throws IOException {
        Path file = Files.writeString(folder.resolve("a-file"), "");
        Typed typed = Typed.words("keepalive-requests", "--proxy", "relay", "--out", file.toString());
        assertThat(typed.status()).isEqualTo(4);
        assertThat(typed.complaints()).hasSize(1);
        assertThat(typed.err()).contains(file.toString()).contains("name another one with --out");
    }

    @Test
    void aBareCallShowsTheHelpAndExitsWithTwo() {
        Typed typed = Typed.words();
        assertThat(typed.status()).isEqualTo(2);
        assertThat(typed.out()).isEmpty();
        assertThat(typed.complaints()).first().isEqualTo("Examples:");
        assertThat(typed.complaints()).last().isEqualTo("run-scenario: name a scenario or a command");
    }

    @ParameterizedTest
    @CsvSource({
        "--help",
        "run --help",
        "gate --help",
        "compare --help",
        "export --help",
        "list --help",
        "show --help",
        "validate --help",
        "proxies --help",
        "ab --help",
        "aa --help",
        "selftest --help",
        "doctor --help",
        "version --help",
        "proxies install --help",
        "proxies list --help",
        "proxies show --help"
    })
    void theHelpOfEachCommandStartsWithExamples(String words) {
        Typed typed = Typed.words(words.split(" "));
        assertThat(typed.status()).isZero();
        assertThat(typed.out().lines().toList().subList(0, 2))
                .satisfies(lines -> assertThat(lines.get(0)).isEqualTo("Examples:"))
                .satisfies(lines -> assertThat(lines.get(1)).startsWith("  run-scenario "));
    }

    private Typed run(String... words) {
        List<String> all = new ArrayList<>(Arrays.asList(words));
        all.addAll(List.of("--out", folder.toString()));
        return Typed.words(all.toArray(String[]::new));
    }
}
