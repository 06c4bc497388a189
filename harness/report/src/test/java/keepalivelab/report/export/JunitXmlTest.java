package keepalivelab.report.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import keepalivelab.report.ExitStatus;
import keepalivelab.report.RunResult;
import keepalivelab.report.Verdict;
import org.apache.maven.plugin.surefire.log.api.NullConsoleLogger;
import org.apache.maven.plugins.surefire.report.ReportTestCase;
import org.apache.maven.plugins.surefire.report.ReportTestSuite;
import org.apache.maven.plugins.surefire.report.TestSuiteXmlParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the reader of Maven's own report makes of our {@code junit.xml}. */
class JunitXmlTest {
    @Test
    void everyCellIsASuiteAndItsVerdictIsThatOfItsCases() {
        List<ReportTestSuite> suites = read(ExportedRuns.mixed());
        assertThat(suites)
                .extracting(
                        ReportTestSuite::getNumberOfTests,
                        ReportTestSuite::getNumberOfFailures,
                        ReportTestSuite::getNumberOfErrors,
                        ReportTestSuite::getNumberOfSkipped)
                .containsExactly(
                        tuple(1, 0, 1, 0),
                        tuple(2, 0, 0, 0),
                        tuple(3, 1, 0, 0),
                        tuple(1, 0, 1, 0),
                        tuple(2, 0, 0, 1),
                        tuple(2, 0, 0, 1));
    }

    @Test
    void aFailureSaysWhatWasExpectedAndWhatWasFound() {
        ReportTestCase failed = read(ExportedRuns.mixed()).get(2).getTestCases().get(2);
        assertThat(failed.getName()).isEqualTo("counts as in the baseline");
        assertThat(failed.getFailureMessage()).isEqualTo("backend.accepts: expected 3, found 40");
    }

    @Test
    void whatXmlCannotHoldIsReplacedAndMarkupIsText() {
        ReportTestCase broken = read(ExportedRuns.mixed()).get(3).getTestCases().get(0);
        assertThat(broken.getFailureMessage()).isEqualTo("ids <0001-7> & ? more");
    }

    @ParameterizedTest
    @CsvSource({
        "HELD, LENIENT, 0, 0, 0",
        "FAILED, LENIENT, 1, 0, 0",
        "VOID, LENIENT, 0, 1, 0",
        "INCONCLUSIVE, LENIENT, 0, 0, 1",
        "INCONCLUSIVE, STRICT, 1, 0, 0",
        "SKIPPED, LENIENT, 0, 0, 1"
    })
    void theVerdictPassesExactlyWhereTheProcessExitsWithZero(
            Verdict verdict, ExitStatus.Strictness strictness, int failures, int errors, int skipped) {
        RunResult run = ExportedRuns.run(List.of(ExportedRuns.judged(2, verdict, List.of("why"))), strictness);
        ReportTestSuite suite = read(run).get(0);
        assertThat(suite.getNumberOfFailures()).isEqualTo(failures);
        assertThat(suite.getNumberOfErrors()).isEqualTo(errors);
        assertThat(suite.getNumberOfSkipped()).isEqualTo(skipped);
        assertThat(JunitXml.text(run)).contains("<property name=\"exitStatus\" value=\"" + run.exitStatus() + "\"/>");
    }

    @Test
    void numbersAreProperties() {
        assertThat(JunitXml.text(ExportedRuns.mixed()))
                .contains("<property name=\"accepts\" value=\"40\"/>")
                .contains("<property name=\"service_p50_us\" value=\"12\"/>")
                .contains("<property name=\"expected.backend.accepts\" value=\"3\"/>");
    }

    private static List<ReportTestSuite> read(RunResult run) {
        byte[] xml = JunitXml.text(run).getBytes(StandardCharsets.UTF_8);
        try {
            // That reader makes suites of its own out of class names; ours then are empty.
            return new TestSuiteXmlParser(new NullConsoleLogger())
                    .parse(new InputStreamReader(new ByteArrayInputStream(xml), StandardCharsets.UTF_8)).stream()
                            .filter(suite -> suite.getNumberOfTests() > 0)
                            .toList();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
