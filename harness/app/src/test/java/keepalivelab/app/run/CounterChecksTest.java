package keepalivelab.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import keepalivelab.api.CounterMeaning;
import keepalivelab.api.LedgerCount;
import keepalivelab.backend.CountingBackend;
import keepalivelab.backend.LedgerSnapshot;
import keepalivelab.report.CellDraft;
import keepalivelab.report.CellResult;
import keepalivelab.report.CounterCheck;
import keepalivelab.report.MeasuredArm;
import keepalivelab.report.Verdict;
import org.junit.jupiter.api.Test;

class CounterChecksTest {
    private static final String REQUEST = "GET / HTTP/1.1\r\nHost: lab.test\r\n\r\n";

    /** Two connections, three requests; a third connection that carries nothing. */
    private static LedgerSnapshot ledger() throws IOException {
        try (CountingBackend backend = CountingBackend.builder().start();
                Socket first = connected(backend);
                Socket second = connected(backend);
                Socket unused = connected(backend)) {
            exchange(first);
            exchange(first);
            exchange(second);
            assertThat(unused.isConnected()).isTrue();
            while (backend.accepts() < 3) {
                Thread.onSpinWait();
            }
            return backend.ledger();
        }
    }

    private static Socket connected(CountingBackend backend) throws IOException {
        return new Socket(backend.address().getAddress(), backend.address().getPort());
    }

    private static void exchange(Socket socket) throws IOException {
        socket.setSoTimeout(10_000);
        socket.getOutputStream().write(REQUEST.getBytes(StandardCharsets.US_ASCII));
        InputStream in = socket.getInputStream();
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) in.read());
        }
        int at = head.indexOf("Content-Length: ") + 16;
        in.skipNBytes(Integer.parseInt(head.substring(at, head.indexOf("\r", at))));
    }

    private static CellResult checked(CounterMeaning meaning, Map<String, Long> before, Map<String, Long> after)
            throws IOException {
        return checked(meaning, before, after, 0);
    }

    private static CellResult checked(
            CounterMeaning meaning, Map<String, Long> before, Map<String, Long> after, long missed) throws IOException {
        CellDraft draft = CellResult.of("c", new MeasuredArm("a", "a", null, "", null), Map.of());
        new CounterChecks(List.of(meaning), before, after).addTo(draft, ledger(), missed);
        return draft.judged(Verdict.HELD, List.of());
    }

    @Test
    void theLedgersCountsLeaveOutConnectionsWithoutARequestWhereTheySaySo() throws IOException {
        LedgerSnapshot ledger = ledger();
        assertThat(CounterChecks.count(LedgerCount.ACCEPTS, ledger)).hasValue(3);
        assertThat(CounterChecks.count(LedgerCount.USED_ACCEPTS, ledger)).hasValue(2);
        assertThat(CounterChecks.count(LedgerCount.ARRIVALS, ledger)).hasValue(3);
        assertThat(CounterChecks.count(LedgerCount.REUSES, ledger)).hasValue(1);
    }

    @Test
    void onlyWhatTheCounterGrewByCounts() throws IOException {
        CounterMeaning connect =
                CounterMeaning.same("connect", LedgerCount.ACCEPTS).less("failed");
        CellResult cell =
                checked(connect, Map.of("connect", 40L, "failed", 10L), Map.of("connect", 45L, "failed", 12L));
        assertThat(cell.counterChecks())
                .containsExactly(new CounterCheck("connect - failed", 3, "accepts", 3, 0, null, true));
        assertThat(cell.notes()).isEmpty();
    }

    @Test
    void aDifferenceIsARemarkOfTheCell() throws IOException {
        CellResult cell =
                checked(CounterMeaning.same("reuse", LedgerCount.REUSES), Map.of("reuse", 0L), Map.of("reuse", 2L));
        assertThat(cell.counterChecks()).singleElement().matches(check -> !check.agrees());
        assertThat(cell.notes()).singleElement().asString().contains("UNEXPLAINED", "reuse 2", "used connections 1");
    }

    @Test
    void aKnownOffsetExplainsADifference() throws IOException {
        CounterMeaning conns = new CounterMeaning("conns", List.of(), LedgerCount.ACCEPTS, 1, "each reading adds one");
        CellResult cell = checked(conns, Map.of("conns", 1L), Map.of("conns", 5L));
        assertThat(cell.counterChecks()).singleElement().matches(CounterCheck::agrees);
    }

    @Test
    void aCounterThatCouldNotBeReadIsNotTakenForZero() throws IOException {
        CellResult cell = checked(CounterMeaning.same("reuse", LedgerCount.REUSES), Map.of("reuse", 0L), Map.of());
        assertThat(cell.counterChecks()).isEmpty();
        assertThat(cell.notes()).singleElement().asString().contains("reuse could not be held", "not read");
    }

    @Test
    void requestsThatMetAClosedConnectionExplainADifferenceOfRequestsOnly() throws IOException {
        Map<String, Long> none = Map.of("rq", 0L);
        CellResult met = checked(CounterMeaning.same("rq", LedgerCount.ARRIVALS), none, Map.of("rq", 4L), 1);
        assertThat(met.counterChecks()).singleElement().satisfies(check -> {
            assertThat(check.agrees()).isTrue();
            assertThat(check.offset()).isEqualTo(1);
            assertThat(check.because()).contains("met a closed connection");
        });
        assertThat(checked(CounterMeaning.same("rq", LedgerCount.ARRIVALS), none, Map.of("rq", 5L), 1)
                        .counterChecks())
                .noneMatch(CounterCheck::agrees);
        assertThat(checked(CounterMeaning.same("rq", LedgerCount.ACCEPTS), none, Map.of("rq", 4L), 1)
                        .counterChecks())
                .noneMatch(CounterCheck::agrees);
    }
}
