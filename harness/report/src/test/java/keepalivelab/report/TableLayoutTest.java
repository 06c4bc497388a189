package keepalivelab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import keepalivelab.api.InputException;
import org.junit.jupiter.api.Test;

class TableLayoutTest {
    private static final List<String> AXES = List.of("pool.max-idle", "clients");

    @Test
    void anUnknownColumnIsRefusedWithTheNearestWord() {
        assertThatThrownBy(() -> TableLayout.of(List.of("arm", "acepts"), AXES, List.of()))
                .isInstanceOf(InputException.class)
                .hasMessage("unknown table column 'acepts'; did you mean 'accepts'?");
        assertThatThrownBy(() -> TableLayout.of(List.of("client"), AXES, List.of()))
                .hasMessageContaining("'clients'");
        assertThatThrownBy(() -> TableLayout.of(List.of("published_accept"), AXES, List.of("accepts")))
                .hasMessageContaining("'published_accepts'");
    }

    @Test
    void aScenarioThatChoosesNothingGetsTheStandardColumns() {
        assertThat(TableLayout.of(List.of(), AXES, List.of())).isEqualTo(TableLayout.standard());
        assertThat(headers(TableLayout.standard(), SampleResults.full()))
                .containsExactly(
                        "arm",
                        "pool.max-idle",
                        "clients",
                        "outcomes",
                        "accepts",
                        "reuse",
                        "timed",
                        "p50",
                        "p99",
                        "published",
                        "mechanism",
                        "verdict");
    }

    @Test
    void nothingPublishedMeansNoColumnsAboutIt() {
        RunResult result = SampleResults.with(
                CellResult.of("c", SampleResults.NGINX, Map.of()).judged(Verdict.HELD, List.of()));
        assertThat(headers(TableLayout.standard(), result))
                .containsExactly("arm", "outcomes", "accepts", "reuse", "p50", "p99", "verdict");
    }

    @Test
    void everyColumnTakesItsValueFromTheCell() {
        Map<String, String> expected = Map.ofEntries(
                Map.entry("arm", "nginx@1.31.3"),
                Map.entry("clients", "8"),
                Map.entry("requests", "3000"),
                Map.entry("ok", "2998"),
                Map.entry("outcomes", "ok 2998, status5xx 2"),
                Map.entry("statuses", "200 x 2998, 502 x 2"),
                Map.entry("accepts", "669"),
                Map.entry("retired", "3"),
                Map.entry("reuse", "77.7%"),
                Map.entry("reuse_client", "77.7%"),
                Map.entry("reuse_published", "77.7%"),
                Map.entry("unused", "1"),
                Map.entry("open_at_end", "8"),
                Map.entry("broken", "2"),
                Map.entry("attempts", "3002"),
                Map.entry("executions", "3000"),
                Map.entry("duplicates", "0"),
                Map.entry("closes", "fin x 661"),
                Map.entry("tallies", "GET: HTTP/1.1 no Connection header x 2999, GET: HTTP/1.0 Connection: close x 1"),
                Map.entry("timed", "2998*"),
                Map.entry("p50", "85.3us"),
                Map.entry("p999", "4.00ms"),
                Map.entry("max", ">=1.23s"),
                Map.entry("response_p99", "2.31ms"),
                Map.entry("lag_p99", "2.31ms"),
                Map.entry("new_p50", "85.3us"),
                Map.entry("reused_p50", "85.3us"),
                Map.entry("published_accepts", "834"),
                Map.entry("mechanism", "differs"),
                Map.entry("early_closes", "0"),
                Map.entry("alerts", "1"),
                Map.entry("proxy_counters", "connects x 669"),
                Map.entry("trace", "GET /a 200 on 1+2"),
                Map.entry("verdict", "failed"),
                Map.entry("seconds", "0.7"),
                Map.entry("why", "accepts 669 is not 834"));
        expected.forEach((id, text) ->
                assertThat(text(id, SampleResults.fullCell())).as(id).isEqualTo(text));
    }

    @Test
    void aCellThatWasNotMeasuredShowsNoFigures() {
        CellResult skipped = CellResult.of("c", SampleResults.NGINX, Map.of()).judged(Verdict.SKIPPED, List.of());
        Set<String> words = Set.of("arm", "cell", "driver", "variant", "version", "verdict", "short");
        for (TableColumn column : TableColumns.fixed()) {
            if (!words.contains(column.id())) {
                assertThat(column.value().apply(skipped)).as(column.id()).isEqualTo(TableValue.NONE);
            }
        }
    }

    @Test
    void whatTheProxyDoesNotLogReadsNotLogged() {
        CellResult cell = SampleResults.fullDraft()
                .proxy(new ProxyLog(null, List.of()), Map.of())
                .judged(Verdict.HELD, List.of());
        assertThat(text("early_closes", cell)).isEqualTo("not logged");
    }

    @Test
    void aRequestThatNeverArrivedSaysSo() {
        RequestTrace refused = new RequestTrace(0, "POST", "/", "refused", null, 0, 0, List.of());
        RequestTrace open = new RequestTrace(1, "GET", "/", null, null, 1, 0, List.of(3L));
        CellResult cell = CellResult.of("c", SampleResults.NGINX, Map.of())
                .requests(List.of(refused, open))
                .judged(Verdict.HELD, List.of());
        assertThat(text("trace", cell)).isEqualTo("POST / refused not received, GET / no outcome on 3");
    }

    @Test
    void onlyKnobsThatAreNotSimplyAppliedAreTold() {
        CellResult cell = SampleResults.fullDraft()
                .knobs(Map.of("retry.rule", "emulated", "role", "native"))
                .judged(Verdict.HELD, List.of());
        assertThat(text("knobs", cell)).isEqualTo("retry.rule emulated, role native");
    }

    @Test
    void timesOfACellOfOneSecondNeedNoCount() {
        CellResult cell = SampleResults.fullDraft()
                .times(Duration.ofSeconds(1), new Times(null, null, null))
                .judged(Verdict.HELD, List.of());
        assertThat(cell.brief()).isFalse();
        assertThat(headers(TableLayout.standard(), SampleResults.with(cell))).doesNotContain("timed");
    }

    @Test
    void aPublishedTimeIsMarkedAsOfAnotherMachine() {
        CellResult cell = SampleResults.fullDraft()
                .published(new Published(Map.of("p50_us", 711, "reuse", 0.999), "a document"))
                .judged(Verdict.HELD, List.of());
        assertThat(headers(TableLayout.standard(), SampleResults.with(cell)))
                .contains("published p50_us (other machine)", "published reuse");
        assertThat(text("published_reuse", cell)).isEqualTo("99.9%");
        assertThat(text("published_p50_us", cell)).isEqualTo("711");
    }

    @Test
    void idsAndNamesInCsvAreUnique() {
        assertThat(TableColumns.fixed().stream().map(TableColumn::id)).doesNotHaveDuplicates();
        assertThat(TableColumns.fixed().stream().map(TableColumn::csvName)).doesNotHaveDuplicates();
        assertThat(TableColumns.axis("requests", List.of()).csvName()).isEqualTo("axis_requests");
        assertThat(TableColumns.figure("figures.attempts").csvName()).isEqualTo("figure_attempts");
        assertThat(TableColumns.figure("figures.windowUs").csvName()).isEqualTo("windowUs");
    }

    @Test
    void theSameRemarkOfSeveralCellsStandsOnce() {
        CellResult other = CellResult.of("c3", SampleResults.NGINX, SampleResults.axes(8, "8"))
                .note("retry.rule is emulated")
                .judged(Verdict.HELD, List.of());
        RunResult result = SampleResults.with(SampleResults.fullCell(), other);
        assertThat(TableLayout.standard().model(result).notes())
                .containsExactly(
                        "failed: accepts 669 is not 834 [nginx@1.31.3 pool.max-idle=2 clients=8]",
                        "retry.rule is emulated",
                        "cross-check: the proxy's own connects is the ledger's accepts + 1 (the reading is counted)"
                                + " [nginx@1.31.3 pool.max-idle=2 clients=8]",
                        "mechanism differs: another machine [nginx@1.31.3 pool.max-idle=2 clients=8]",
                        "*short: measured for less than 1 s, so the times rest on few requests",
                        "published: a document; figures of another machine: times are never compared, counts by their"
                                + " mechanism");
    }

    @Test
    void aPartialResultSaysSoInItsTitle() {
        assertThat(TableLayout.standard().model(SampleResults.started()).title())
                .isEqualTo("keepalive-size: Which pool size keeps connections? (partial: cells are missing)");
    }

    private static String text(String id, CellResult cell) {
        TableModel model = new TableLayout(List.of(id)).model(SampleResults.with(cell));
        return model.rows().get(0).get(model.columns().size() - 1).text();
    }

    private static List<String> headers(TableLayout layout, RunResult result) {
        return layout.model(result).columns().stream().map(TableColumn::header).toList();
    }
}
