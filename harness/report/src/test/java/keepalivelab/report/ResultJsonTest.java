package keepalivelab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.MAP;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import keepalivelab.api.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResultJsonTest {
    private final RunResult full = SampleResults.full();

    @Test
    void whatIsWrittenIsReadBackEqual() {
        assertThat(ResultJson.read("test", ResultJson.write(full))).isEqualTo(full);
    }

    @Test
    void aComparisonIsReadBackEqual() {
        RunResult compared = SampleResults.compared();
        assertThat(ResultJson.read("test", ResultJson.write(compared))).isEqualTo(compared);
    }

    @Test
    void aRunThatComparesNothingHasNoRoundsAndNoGates() {
        assertThat(ResultJson.write(full)).doesNotContain("rounds", "gates", "comparison");
    }

    @Test
    void aGateThatFailsFailsTheRun() {
        assertThat(SampleResults.compared().verdict()).isEqualTo(Verdict.FAILED);
        assertThat(SampleResults.compared().exitStatus(ExitStatus.Strictness.LENIENT))
                .isEqualTo(ExitStatus.FAILED);
    }

    @Test
    void whatIsReadBackIsWrittenAsTheSameBytes() {
        String json = ResultJson.write(full);
        assertThat(ResultJson.write(ResultJson.read("test", json))).isEqualTo(json);
    }

    @Test
    void namesStandInTheOrderOfTheRecordsWithTwoSpaces() {
        assertThat(ResultJson.write(full)).startsWith("""
                        {
                          "schemaVersion": "1.1",
                          "tool": {
                            "version": "0.1.0",
                            "commit": "15625b9",
                            "command": [
                              "./run-scenario",
                              "keepalive-size",
                              "--seed",
                              "42"
                            ]
                          },
                          "seed": 42,
                          "startedAt": "2026-03-04T05:06:07.123456Z",
                          "finishedAt": "2026-03-04T05:06:40Z",
                          "partial": false,
                          "verdict": "failed",
                          "exitStatus": 1,
                          "scenario": {
                        """).endsWith("\n}\n");
    }

    @Test
    void everyOutcomeIsWrittenEvenWhereItIsZero() {
        assertThat(ResultJson.write(full)).contains("\"ok\": 2998,").contains("\"malformed\": 0\n");
    }

    @Test
    void aLogWithoutSuchLinesIsToldFromALogWithNone() {
        CellResult notLogged = SampleResults.fullDraft()
                .proxy(new ProxyLog(null, List.of()), Map.of())
                .judged(Verdict.HELD, List.of());
        assertThat(ResultJson.write(SampleResults.with(notLogged))).contains("\"earlyCloses\": null");
        assertThat(ResultJson.write(full)).contains("\"earlyCloses\": 0");
    }

    @Test
    void whatIsAbsentHasNoEntry() {
        CellResult bare = CellResult.of("bare", SampleResults.NGINX, Map.of()).judged(Verdict.SKIPPED, List.of());
        String json = ResultJson.write(SampleResults.started().withCells(List.of(bare)));
        assertThat(json).doesNotContain("null", "finishedAt", "\"client\"", "\"times\"", "\"differs\"");
    }

    @Test
    void additionsOfLaterVersionsAreSkippedAndMissingListsAreEmpty() {
        String json = ResultJson.write(full)
                .replace("\"partial\": false", "\"partial\": false, \"later\": {\"x\": [1]}")
                .replace("\"requests\": [ ]", "\"other\": 1")
                .replaceAll("\"proxyCounters\": \\{\\s*}", "\"another\": 2");
        assertThat(json).contains("later");
        assertThat(ResultJson.read("test", json)).isEqualTo(full);
        assertThat(ResultJson.read("test", json.replaceAll("(?s)\"reasons\": \\[[^]]*],", ""))
                        .cells()
                        .get(0)
                        .reasons())
                .isEmpty();
    }

    @Test
    void aCellAsATreeHasTheNamesOfTheDocument() {
        Map<String, Object> tree = ResultJson.tree(SampleResults.fullCell());
        assertThat(tree).containsEntry("verdict", "failed").containsEntry("short", true);
        assertThat(tree.get("backend")).asInstanceOf(MAP).containsEntry("accepts", 669L);
    }

    @Test
    void brokenJsonIsRefusedWithFileLineAndColumn(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("result.json"), "{\n  \"seed\": oops }");
        assertThatThrownBy(() -> ResultJson.read(file))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith(file + ":2:")
                .hasMessageContaining("not a result");
    }

    @Test
    void otherDocumentsAreRefusedInOneLine() {
        for (String json : List.of("{}", "null", "[]", "3", "")) {
            assertThatThrownBy(() -> ResultJson.read("x.json", json))
                    .isInstanceOf(InputException.class)
                    .hasMessageStartingWith("x.json")
                    .hasMessageNotContaining("\n");
        }
    }

    @Test
    void valuesThatCannotBeAreRefused() {
        String json = ResultJson.write(full).replaceFirst("\"accepts\": 669", "\"accepts\": -1");
        assertThatThrownBy(() -> ResultJson.read("x.json", json))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("accepts -1 is below 0");
    }

    @Test
    void anEmptyFileIsCalledEmpty() {
        assertThatThrownBy(() -> ResultJson.read("x.json", ""))
                .hasMessageEndingWith(": not a result: the file is empty");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "`\"accepts\": 669`, `\"accepts\": null`, `key 'cells[0].backend.accepts': what stands here does not fit`",
                "`\"accepts\": 669`, `\"accepts\": \"many\"`, `key 'cells[0].backend.accepts': 'many' does not fit here`",
                "`\"ok\": `, `\"fine\": `, `key 'cells[0].client': unknown outcomes [fine]`",
                "`\"timeout\": 0`, `\"timeout\": null`, `key 'cells[0].client': timeout has no value`",
                "`\"pool.max-idle\": \"applied\"`, `\"pool.max-idle\": null`, `key 'cells[0]': pool.max-idle has no value`"
            })
    void whatDoesNotFitIsRefusedByItsKey(String entry, String wrong, String fault) {
        String json = ResultJson.write(full);
        assertThat(json).contains(entry);
        assertThatThrownBy(() -> ResultJson.read("x.json", json.replaceFirst(Pattern.quote(entry), wrong)))
                .isInstanceOf(InputException.class)
                .hasMessageMatching("x\\.json:\\d+:\\d+: not a result: " + Pattern.quote(fault));
    }

    @Test
    void aResultOfAnotherMajorVersionIsRefused() {
        String json = ResultJson.write(full).replace("\"schemaVersion\": \"1.1\"", "\"schemaVersion\": \"2.0\"");
        assertThatThrownBy(() -> ResultJson.read("x.json", json))
                .isInstanceOf(InputException.class)
                .hasMessage("x.json: schemaVersion 2.0 cannot be read; this version reads 1.x");
    }

    @Test
    void missingAndBinaryFilesAreRefused(@TempDir Path folder) throws Exception {
        Path missing = folder.resolve("no.json");
        assertThatThrownBy(() -> ResultJson.read(missing))
                .isInstanceOf(InputException.class)
                .hasMessage(missing + ": no such file");
        Path binary = Files.write(folder.resolve("b.json"), "caf\u00e9".getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> ResultJson.read(binary))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("UTF-8");
    }
}
