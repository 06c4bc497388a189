package keepalivelab.app.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import keepalivelab.api.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ScenarioFileTest {
    private static final String SCRIPT = "load:\n  kind: script\n  steps:\n";
    private static final String LOAD = "load:\n  kind: closed\n  requests: ${n}\n  clients: 2\n  start: barrier\n";

    @TempDir
    private Path folder;

    @Test
    void aGoodFileIsReadWhole() {
        Scenario scenario = Fixture.good(folder);
        assertThat(scenario.id()).isEqualTo("small");
        assertThat(scenario.params())
                .containsExactly(
                        Map.entry("n", 10L),
                        Map.entry("wait", "100ms"),
                        Map.entry("share", 0.5),
                        Map.entry("strict", true),
                        Map.entry("word", "some"));
        assertThat(scenario.axes())
                .containsExactly(Map.entry("size", List.of(2L, 8L)), Map.entry("mode", List.of("plain", "slow")));
        assertThat(scenario.claims().rules()).extracting(Rule::kind).containsExactly(Kind.REQUIRE, Kind.EXPECT);
        assertThat(scenario.claims().rules().get(1).condition().line()).isEqualTo(23);
        assertThat(scenario.claims().gate()).containsExactly(Map.of("size", 8L, "mode", "plain"));
        assertThat(scenario.header().sha256()).matches("[0-9a-f]{64}");
    }

    static Stream<Arguments> badFiles() {
        return Stream.of(
                // keys
                arguments("params: {n", "pramas: {n", "4: unknown key 'pramas'; did you mean 'params'?"),
                arguments(
                        "  clients: 2",
                        "  clinets: 2",
                        "17: unknown key 'clinets' in load of kind closed; did you mean 'clients'?"),
                arguments("because: too", "becase: too", "20: unknown key 'becase' in skip; did you mean 'because'?"),
                arguments("says: one,", "say: one,", "23: unknown key 'say' in expect; did you mean 'says'?"),
                arguments(
                        "load: {gap: 100ms},",
                        "laod: {gap: 100ms},",
                        "9: unknown key 'laod' in matrix.mode.slow; did you mean 'load'?"),
                arguments(
                        "optional: true}",
                        "optionl: true}",
                        "12: unknown key 'optionl' in proxy.pool.max-requests; did you mean 'optional'?"),
                arguments(
                        "  clients: 2",
                        "  rate: 2",
                        "17: unknown key 'rate' in load of kind closed; valid: kind, requests, clients, start, downstream, gap, request, timeout"),
                arguments(
                        "title: A small one",
                        "title: A\ntitle: B",
                        "3: duplicate key 'title'; it stands already in line 2"),
                arguments("title: A small one\n", "", "1: key 'title' is missing"),
                arguments("  requests: ${n}\n", "", "15: key 'requests' is missing in load"),
                arguments(LOAD, "", "1: key 'load' is missing"),
                // shapes
                arguments("title: A small one", "title: [A]", "2: key 'title': expected a single value, found a list"),
                arguments("title: A small one", "title:", "2: key 'title' has no value"),
                arguments(
                        "size: [2, 8]",
                        "size: 2",
                        "6: axis 'size': expected a list of values, or a mapping of names to what they change"),
                arguments("size: [2, 8]", "size: []", "6: axis 'size' has no values"),
                arguments("size: [2, 8]", "size: [2, 8, 2]", "6: axis 'size': value '2' stands twice"),
                arguments("size: [2, 8]", "n: [2, 8]", "6: axis 'n' has the name of a parameter"),
                arguments(
                        "word: some",
                        "word: ${n}x",
                        "4: not YAML: expected ',' or '}', but got {; inside { } and [ ] a ${name} must stand in quotes"),
                arguments("word: some", "word: \"${n}x\"", "4: 'word': a parameter or axis cannot refer to another"),
                arguments(
                        "word: some",
                        "Word: some",
                        "4: parameter 'Word' is not made of a-z, 0-9 and _, a letter first"),
                arguments("id: small", "id: Small One", "1: key 'id': 'Small One' is not made of a-z, 0-9 and -"),
                arguments(
                        "title: A small one",
                        "title: &x A\nquestion: *x",
                        "3: key 'question': '*x' is an alias; write the value out"),
                arguments("gate:\n", "---\ngate:\n", "30: a second document begins here; a scenario file holds one"),
                // values and units
                arguments(
                        "gap: 100ms",
                        "gap: 100",
                        "9: key 'load.gap': '100' has no unit; write it with one of us ms s m h, e.g. 100ms"),
                arguments(
                        "gap: 100ms",
                        "gap: soon",
                        "9: key 'load.gap': 'soon' is not a duration; write e.g. 300ms (units: us ms s m h)"),
                arguments(
                        "gap: 100ms",
                        "gap: {uniform: [3s, 2s]}",
                        "9: key 'load.gap.uniform': expected two durations, the smaller first, e.g. [270ms, 330ms]"),
                arguments(
                        "gap: 100ms",
                        "gap: {unifrom: [1s, 2s]}",
                        "9: unknown key 'unifrom' in load.gap; did you mean 'uniform'?"),
                arguments(
                        "pool.idle-timeout: 2s",
                        "pool.idle-timeout: 2",
                        "9: knob pool.idle-timeout: '2' is not valid; valid: a duration with its unit (us ms s m h), or none"),
                arguments(
                        "  clients: 2",
                        "  clients: two",
                        "17: key 'load.clients': 'two' is not a whole number from 1 to 100000"),
                arguments(
                        "  clients: 2",
                        "  clients: 0",
                        "17: key 'load.clients': '0' is not a whole number from 1 to 100000"),
                arguments(
                        "start: barrier",
                        "start: barier",
                        "18: key 'load.start': 'barier' is not valid; did you mean 'barrier'?"),
                arguments(
                        "kind: closed",
                        "kind: close",
                        "15: key 'load.kind': 'close' is not valid; did you mean 'closed'?"),
                arguments(
                        "optional: true}",
                        "optional: maybe}",
                        "12: key 'proxy.pool.max-requests.optional': 'maybe' is not valid; valid: false, true"),
                // ids of other parts
                arguments(
                        "  pool.max-idle: ${size}",
                        "  pool.max-idel: ${size}",
                        "11: unknown knob 'pool.max-idel'; did you mean 'pool.max-idle'?"),
                arguments(
                        "  pool.max-idle: ${size}",
                        "  upstream.http: 1.2",
                        "11: knob upstream.http: '1.2' is not valid; did you mean '1.0'?"),
                arguments(
                        "needs: [pool.max-idle]",
                        "needs: [pool.max-idel]",
                        "23: unknown knob 'pool.max-idel'; did you mean 'pool.max-idle'?"),
                arguments(
                        "idle-fin(${wait})",
                        "idle-finn(${wait})",
                        "13: unknown behaviour 'idle-finn(100ms)'; did you mean 'idle-fin(100ms)'?"),
                arguments(
                        "{behaviour: \"idle-fin(${wait})\"}",
                        "{behaviour: keep, behaviours: [announce]}",
                        "13: key 'backend.behaviours' stands beside 'behaviour'; keep one of them"),
                arguments(
                        "table: [size, mode, accepts]",
                        "table: [size, mode, acepts]",
                        "24: table: unknown column 'acepts'; did you mean 'accepts'?"),
                // sweeps
                arguments(
                        "{gap: 100ms}",
                        "{gap: {sweep: {from: 1ms, to: 2ms, step: 1ms}}}",
                        "16: key 'load.requests' stands beside a sweep, which says itself how many there are; leave it out"),
                arguments(
                        "{gap: 100ms}",
                        "{gap: {sweep: {from: 3ms, to: 2ms, step: 1ms}}}",
                        "9: key 'load.gap.sweep.to': '2ms' is below 'from' (3ms)"),
                arguments(
                        "{gap: 100ms}",
                        "{gap: {sweep: {from: 1ms, to: 2ms, stp: 1ms}}}",
                        "9: unknown key 'stp' in load.gap.sweep; did you mean 'step'?"),
                // names and places
                arguments("${size}", "${sise}", "11: unknown name '${sise}'; did you mean 'size'?"),
                arguments(
                        "{when: {size: 2}, accepts",
                        "{when: {sise: 2}, accepts",
                        "28: unknown axis 'sise'; did you mean 'size'?"),
                arguments(
                        "{when: {size: 2}, accepts",
                        "{when: {size: 3}, accepts",
                        "28: axis 'size' has no value '3'; did you mean '2'?"),
                arguments(
                        "{size: 8, mode: plain}",
                        "{size: 8, mode: plane}",
                        "30: axis 'mode' has no value 'plane'; did you mean 'plain'?"),
                arguments(
                        "accepts: 3}", "acepts: 3}", "28: published: unknown column 'acepts'; did you mean 'accepts'?"),
                arguments(
                        "{require: client",
                        "{known: 'true', require: client",
                        "22: each line of 'expect' has exactly one of require, expect, record, known"));
    }

    static Stream<Arguments> badSteps() {
        return Stream.of(
                arguments("    - {pause: 1s}\n", "16: key 'load.steps': a script needs at least one 'client' step"),
                arguments(
                        "    - {client: {path: a}}\n",
                        "17: key 'load.steps.client.path': 'a' is not a path that begins with a slash"),
                arguments(
                        "    - {client: {method: get}}\n",
                        "17: key 'load.steps.client.method': 'get' is not a method in capitals"),
                arguments(
                        "    - {client: {}}\n    - {await: {fact: accept == 1}}\n",
                        "18: key 'load.steps.await.fact': 'accept == 1' is not a known fact; did you mean 'accepts'?"),
                arguments(
                        "    - {client: {}}\n    - {await: {fact: accepts}}\n",
                        "18: key 'load.steps.await.fact': 'accepts' is not a fact; write e.g. open-connections == 0 (with ==, >= or <=)"),
                arguments(
                        "    - {client: {}}\n    - {sleep: 1s}\n",
                        "18: unknown key 'sleep' in load.steps; valid: client, pause, await, backend, proxy, repeat"),
                arguments(
                        "    - {client: {}}\n    - {proxy: paus}\n",
                        "18: key 'load.steps.proxy': 'paus' is not valid; did you mean 'pause'?"),
                arguments(
                        "    - {client: {}}\n    - {backend: close-idel}\n",
                        "18: key 'load.steps.backend': 'close-idel' is not valid; did you mean 'close-idle'?"),
                arguments(
                        "    - {client: {answer: latr}}\n",
                        "17: key 'load.steps.client.answer': 'latr' is not valid; did you mean 'later'?"),
                arguments(
                        "    - repeat: 0\n      steps:\n        - {client: {}}\n",
                        "17: key 'load.steps.repeat': '0' is not a whole number from 1 to 100000"),
                arguments("    - {client: {}}\n    - repeat: 2\n", "18: key 'load.steps.repeat': no 'steps' to repeat"),
                arguments(
                        "    - {client: {}}\n    - repeat: 2\n      stpes: []\n      steps: [{client: {}}]\n",
                        "19: unknown key 'stpes' in load.steps; did you mean 'steps'?"),
                arguments(
                        "    - repeat: 2\n      steps:\n        - {client: {path: a}}\n",
                        "19: key 'load.steps.client.path': 'a' is not a path that begins with a slash"),
                arguments(
                        "    - {client: {}}\n    - {pause: {sweep: {}}}\n",
                        "18: unknown key 'sweep' in load.steps.pause; valid: uniform"));
    }

    @ParameterizedTest
    @MethodSource("badFiles")
    void badInputIsOneLineWithItsPlace(String from, String to, String expected) {
        assertThatThrownBy(() -> Fixture.with(folder, from, to))
                .isInstanceOf(InputException.class)
                .satisfies(
                        e -> assertThat(Fixture.firstLine(e)).isEqualTo(folder.resolve("small.yaml") + ":" + expected));
    }

    @ParameterizedTest
    @MethodSource("badSteps")
    void badStepsAreOneLineWithTheirPlace(String steps, String expected) {
        String text =
                Fixture.GOOD.replace("{load: {gap: 100ms}, proxy", "{proxy").replace(LOAD, SCRIPT + steps);
        assertThatThrownBy(() -> ScenarioFile.read(Fixture.write(folder, text), Fixture.WORDS))
                .isInstanceOf(InputException.class)
                .hasMessage(folder.resolve("small.yaml") + ":" + expected);
    }

    @Test
    void theFirstMistakesAreShownTogetherInTheOrderOfTheFile() {
        String text = Fixture.GOOD
                .replace("title:", "titel:")
                .replace("skip:", "skips:")
                .replace("gate:", "gates:");
        String file = folder.resolve("small.yaml").toString();
        assertThatThrownBy(() -> ScenarioFile.read(Fixture.write(folder, text), Fixture.WORDS))
                .hasMessage(String.join(
                        "\n",
                        file + ":1: key 'title' is missing",
                        file + ":2: unknown key 'titel'; did you mean 'title'?",
                        file + ":19: unknown key 'skips'; did you mean 'skip'?",
                        file + ":29: unknown key 'gates'; did you mean 'gate'?"));
    }

    @Test
    void aPublishedFigureCanBeAColumnOfItsOwn() {
        assertThat(Fixture.with(folder, "mode, accepts]", "mode, published_accepts]")
                        .claims()
                        .table())
                .containsExactly("size", "mode", "published_accepts");
        assertThatThrownBy(() -> Fixture.with(folder, "mode, accepts]", "mode, published_reuse]"))
                .hasMessageContaining(":24: table: unknown column 'published_reuse'");
    }

    @Test
    void moreThanFiveMistakesAreCounted() {
        String text =
                "a: 1\nb: 1\nc: 1\nd: 1\ne: 1\nf: 1\nid: x\ntitle: t\nquestion: q\nload: {kind: closed, requests: 1}\n";
        assertThatThrownBy(() -> ScenarioFile.read(Fixture.write(folder, text)))
                .hasMessageEndingWith("small.yaml: and 1 more");
    }

    @Test
    void anEmptyFileAndAMissingFileAreSaidToBe() throws Exception {
        Path empty = Files.writeString(folder.resolve("empty.yaml"), "# nothing\n");
        assertThatThrownBy(() -> ScenarioFile.read(empty)).hasMessage(empty + ":1: the file is empty");
        Path list = Files.writeString(folder.resolve("list.yaml"), "- a\n");
        assertThatThrownBy(() -> ScenarioFile.read(list))
                .hasMessage(list + ":1: expected keys and values, found a list");
        Path none = folder.resolve("none.yaml");
        assertThatThrownBy(() -> ScenarioFile.read(none)).hasMessage(none + ": there is no such file");
    }
}
