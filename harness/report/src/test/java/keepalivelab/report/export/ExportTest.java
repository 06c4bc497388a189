package keepalivelab.report.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import keepalivelab.api.InputException;
import keepalivelab.report.StoredRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ExportTest {
    private static final StoredRun HELD = ExportedRuns.stored(ExportedRuns.held());
    private static final StoredRun MIXED = ExportedRuns.stored(ExportedRuns.mixed());

    static Stream<Export> texts() {
        return Export.all().stream().filter(format -> !format.key().equals("hgrm"));
    }

    @ParameterizedTest
    @MethodSource("texts")
    void aFormatIsOneFileThatEndsInALineFeedAndIsTheSameEachTime(Export format) {
        assertThat(format.documents(List.of(HELD)).values())
                .singleElement()
                .asString()
                .endsWith("\n")
                .isEqualTo(format.documents(List.of(HELD)).values().iterator().next());
        assertThat(Export.of(format.key())).isEqualTo(format);
    }

    @Test
    void anUnknownFormatIsAnsweredWithTheNearest() {
        assertThatThrownBy(() -> Export.of("promethius"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("prometheus");
    }

    @Test
    void aChartHasOneDirectionPerFileAndNothingOfVoidOrSkippedCells() {
        JsonNode smaller = JsonMapper.shared().readTree(text(Export.of("github-benchmark-smaller"), MIXED));
        JsonNode bigger = JsonMapper.shared().readTree(text(Export.of("github-benchmark-bigger"), MIXED));
        assertThat(bigger).hasSize(3).allSatisfy(entry -> {
            assertThat(entry.get("unit").asString()).isEqualTo("ratio");
            assertThat(entry.get("value").isNumber()).isTrue();
        });
        assertThat(smaller.toString())
                .doesNotContain("size=8/")
                .doesNotContain("size=16/")
                .doesNotContain("reuse");
        assertThat(smaller.get(0).toString())
                .isEqualTo("{\"name\":\"keepalive-size/size=2/old accepts\",\"unit\":\"connections\",\"value\":40,"
                        + "\"extra\":\"seed 42, held\"}");
    }

    @Test
    void bencherGetsNanosecondsUnderSlugs() {
        JsonNode bmf = JsonMapper.shared().readTree(text(Export.of("bmf"), HELD));
        assertThat(bmf.get("keepalive-size/size=2/old").get("service-p50-ns").toString())
                .isEqualTo("{\"value\":9500}");
        assertThat(bmf.get("keepalive-size/size=2/old").propertyNames())
                .allMatch(slug -> slug.matches("[a-z0-9]+(-[a-z0-9]+)*"));
    }

    @Test
    void aBenchmarkLineHasNoSpaceInItsName() {
        assertThat(text(Export.of("benchstat"), HELD).lines().filter(line -> line.startsWith("Benchmark")))
                .hasSize(4)
                .allMatch(line -> line.matches("\\S+ 3000( \\S+ [a-z0-9-]+)+"))
                .anyMatch(line ->
                        line.startsWith("BenchmarkKeepaliveSize/size=2/arm=new_quoted_and_more 3000 50 accepts"));
    }

    @Test
    void aSeriesOfPrometheusStandsInAFileOnceAndItsLabelsAreQuoted() {
        String text = text(Export.of("prometheus"), MIXED, HELD);
        List<String> series = text.lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.substring(0, line.lastIndexOf(' ')))
                .toList();
        assertThat(series)
                .doesNotHaveDuplicates()
                .anyMatch(line -> line.contains("arm=\"new \\\"quoted\\\", and more\""));
        assertThat(text)
                .contains("keepalivelab_service_p50_seconds{")
                .contains(" 0.0000095\n")
                .doesNotContain("E-");
    }

    @Test
    void aHistoryHoldsRatiosToTheFirstArm() {
        assertThat(text(Export.HISTORY, HELD).lines().toList())
                .satisfiesExactly(
                        header -> assertThat(header)
                                .startsWith("time,commit,scenario,reference,")
                                .contains("new \"\"quoted\"\"; and more/size=2/accepts_to_reference"),
                        row -> assertThat(row)
                                .startsWith("2026-03-04T05:06:07.123456Z,15625b9,keepalive-size,old,0.500000,"));
        assertThatThrownBy(() -> text(Export.HISTORY, MIXED))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("the first --proxy is the reference");
    }

    @Test
    void runsOfOtherColumnsShareOneTidyTable() {
        List<String> lines =
                new ArrayList<>(text(Export.of("csv"), HELD, MIXED).lines().toList());
        assertThat(lines).hasSize(1 + 4 + 5);
        assertThat(lines.get(0)).startsWith("scenario,run,started_at,seed,arm,size,cell,");
        assertThat(lines.get(0).split(",", -1)).doesNotHaveDuplicates();
    }

    @Test
    void aFormatOfOneRunRefusesSeveral() {
        assertThatThrownBy(() -> Export.of("junit").documents(List.of(HELD, MIXED)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("this format holds one run");
    }

    private static String text(Export format, StoredRun... runs) {
        return format.documents(List.of(runs)).values().iterator().next();
    }
}
