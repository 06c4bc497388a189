package keepalivelab.report;

import static keepalivelab.report.ExitStatus.Strictness.LENIENT;
import static keepalivelab.report.ExitStatus.Strictness.STRICT;
import static keepalivelab.report.Verdict.FAILED;
import static keepalivelab.report.Verdict.HELD;
import static keepalivelab.report.Verdict.INCONCLUSIVE;
import static keepalivelab.report.Verdict.SKIPPED;
import static keepalivelab.report.Verdict.UNSUPPORTED;
import static keepalivelab.report.Verdict.VOID;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ExitStatusTest {
    @Test
    void theWorstCellDecidesTheRun() {
        assertThat(ExitStatus.verdictOf(List.of(HELD, INCONCLUSIVE, FAILED, VOID)))
                .isEqualTo(VOID);
        assertThat(ExitStatus.verdictOf(List.of(HELD, INCONCLUSIVE, FAILED))).isEqualTo(FAILED);
        assertThat(ExitStatus.verdictOf(List.of(INCONCLUSIVE, HELD))).isEqualTo(INCONCLUSIVE);
        assertThat(ExitStatus.verdictOf(List.of(UNSUPPORTED, HELD, SKIPPED))).isEqualTo(HELD);
    }

    @Test
    void eachVerdictHasItsStatus() {
        assertThat(code(HELD)).isEqualTo(0);
        assertThat(code(FAILED)).isEqualTo(1);
        assertThat(code(VOID)).isEqualTo(5);
        assertThat(code(SKIPPED)).isEqualTo(77);
        assertThat(code(UNSUPPORTED)).isEqualTo(77);
    }

    @Test
    void inconclusiveCountsOnlyUnderStrict() {
        assertThat(ExitStatus.of(List.of(HELD, INCONCLUSIVE), LENIENT)).isEqualTo(ExitStatus.HELD);
        assertThat(ExitStatus.of(List.of(HELD, INCONCLUSIVE), STRICT)).isEqualTo(ExitStatus.INCONCLUSIVE);
        assertThat(ExitStatus.of(List.of(FAILED, INCONCLUSIVE), STRICT)).isEqualTo(ExitStatus.FAILED);
    }

    @Test
    void unsupportedNeverChangesTheStatus() {
        for (Verdict verdict : List.of(HELD, FAILED, VOID, INCONCLUSIVE, SKIPPED)) {
            assertThat(ExitStatus.of(List.of(UNSUPPORTED, verdict, UNSUPPORTED), STRICT))
                    .isEqualTo(ExitStatus.of(List.of(verdict), STRICT));
        }
    }

    @Test
    void aRunThatMeasuredNothingIsNotGreen() {
        assertThat(ExitStatus.of(List.of(), LENIENT)).isEqualTo(ExitStatus.NOTHING_RAN);
        assertThat(ExitStatus.of(List.of(SKIPPED, UNSUPPORTED), LENIENT)).isEqualTo(ExitStatus.NOTHING_RAN);
    }

    @Test
    void severalRunsTakeTheFirstInPrecedence() {
        List<ExitStatus> all = List.of(
                ExitStatus.HELD,
                ExitStatus.INCONCLUSIVE,
                ExitStatus.FAILED,
                ExitStatus.VOID,
                ExitStatus.INTERNAL,
                ExitStatus.NOTHING_RAN);
        assertThat(ExitStatus.worst(all).code()).isEqualTo(70);
        assertThat(ExitStatus.worst(all.subList(0, 4)).code()).isEqualTo(5);
        assertThat(ExitStatus.worst(all.subList(0, 3)).code()).isEqualTo(1);
        assertThat(ExitStatus.worst(all.subList(0, 2)).code()).isEqualTo(3);
        assertThat(ExitStatus.worst(List.of(ExitStatus.NOTHING_RAN, ExitStatus.HELD)))
                .isEqualTo(ExitStatus.HELD);
        assertThat(ExitStatus.worst(List.of(ExitStatus.NOTHING_RAN))).isEqualTo(ExitStatus.NOTHING_RAN);
    }

    @Test
    void aStatusIsFoundByItsNumber() {
        assertThat(ExitStatus.ofCode(77)).contains(ExitStatus.NOTHING_RAN);
        assertThat(ExitStatus.ofCode(6)).isEmpty();
    }

    private static int code(Verdict verdict) {
        return ExitStatus.of(List.of(verdict), LENIENT).code();
    }
}
