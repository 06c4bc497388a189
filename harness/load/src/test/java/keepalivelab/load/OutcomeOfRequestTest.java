package keepalivelab.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import keepalivelab.api.Outcome;
import org.junit.jupiter.api.Test;

class OutcomeOfRequestTest {
    private static final int REQUESTS = 5;

    @Test
    void anAnswerWithin200IsOk() {
        LoadResult result = sendTo(talk -> {
            while (talk.readRequest()) {
                talk.answer("201 Created", "x");
            }
        });
        assertAll(result, Outcome.OK);
        assertThat(result.connections().opens()).isEqualTo(1);
        assertThat(result.answers().status()).isEqualTo(Map.of(201, REQUESTS));
        assertThat(result.answers().exchanges()).isEqualTo(REQUESTS);
        assertThat(result.answers().reusedExchanges()).isEqualTo(REQUESTS - 1);
    }

    @Test
    void otherStatusClassesAreOutcomesOfTheirOwn() {
        String[] status = {"302 Found", "404 Not Found", "503 Service Unavailable", "304 Not Modified", "200 OK"};
        LoadResult result = sendTo(talk -> {
            while (talk.readRequest()) {
                talk.answer(status[talk.number()], "");
            }
        });
        assertThat(result.accounting().count(Outcome.STATUS_3XX)).isEqualTo(2);
        assertThat(result.accounting().count(Outcome.STATUS_4XX)).isEqualTo(1);
        assertThat(result.accounting().count(Outcome.STATUS_5XX)).isEqualTo(1);
        assertThat(result.accounting().count(Outcome.OK)).isEqualTo(1);
        assertThat(result.requests().status(2)).isEqualTo(503);
        assertThat(result.connections().opens()).isEqualTo(1);
    }

    @Test
    void aFinBeforeTheFirstByteIsClosedWithoutByte() {
        assertEachOnItsOwnConnection(sendTo(TinyServer.Talk::readRequest), Outcome.CLOSED_WITHOUT_BYTE);
    }

    @Test
    void aRstIsAReset() {
        LoadResult result = sendTo(talk -> {
            talk.readRequest();
            talk.reset();
        });
        assertEachOnItsOwnConnection(result, Outcome.RESET);
    }

    @Test
    void aRstInTheMiddleOfAnAnswerIsAReset() {
        LoadResult result = sendTo(talk -> {
            talk.readRequest();
            talk.write("HTTP/1.1 200 OK\r\n" + talk.labHeaders() + "Content-Length: 9\r\n\r\nfour");
            talk.reset();
        });
        assertEachOnItsOwnConnection(result, Outcome.RESET);
    }

    @Test
    void aFinInTheHeadIsTruncated() {
        LoadResult result = sendTo(talk -> {
            talk.readRequest();
            talk.write("HTTP/1.1 200 OK\r\nContent-Le");
        });
        assertEachOnItsOwnConnection(result, Outcome.TRUNCATED);
        assertThat(result.answers().status()).isEmpty();
    }

    @Test
    void aFinInABodyOfKnownLengthIsTruncatedAndItsHeadIsKept() {
        LoadResult result = sendTo(talk -> {
            talk.readRequest();
            talk.write("HTTP/1.1 200 OK\r\n" + talk.labHeaders() + "Content-Length: 9\r\n\r\nfour");
        });
        assertEachOnItsOwnConnection(result, Outcome.TRUNCATED);
        assertThat(result.answers().exchanges()).isZero();
        assertThat(result.requests().backendConnection(3)).isEqualTo(4);
    }

    @Test
    void aFinBetweenChunksIsTruncated() {
        LoadResult result = sendTo(talk -> {
            talk.readRequest();
            talk.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nfour\r\n");
        });
        assertEachOnItsOwnConnection(result, Outcome.TRUNCATED);
    }

    @Test
    void aFinAfterAnInterimResponseIsTruncated() {
        LoadResult result = sendTo(talk -> {
            talk.readRequest();
            talk.write("HTTP/1.1 103 Early Hints\r\n\r\n");
        });
        assertEachOnItsOwnConnection(result, Outcome.TRUNCATED);
    }

    @Test
    void aBodyThatLastsUntilCloseIsComplete() {
        LoadResult result = sendTo(talk -> {
            talk.readRequest();
            talk.write("HTTP/1.1 200 OK\r\n" + talk.labHeaders() + "\r\nall of it");
        });
        assertEachOnItsOwnConnection(result, Outcome.OK);
        assertThat(result.connections().idleClosesSeen()).isZero();
    }

    @Test
    void bytesThatAreNoHttpAreMalformed() {
        LoadResult result = sendTo(talk -> {
            talk.readRequest();
            talk.write("SSH-2.0-OpenSSH\r\n\r\n");
            talk.awaitEnd();
        });
        assertEachOnItsOwnConnection(result, Outcome.MALFORMED);
    }

    @Test
    void anotherProtocolIsMalformed() {
        LoadResult result = sendTo(talk -> {
            talk.readRequest();
            talk.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n");
            talk.awaitEnd();
        });
        assertEachOnItsOwnConnection(result, Outcome.MALFORMED);
    }

    @Test
    void aClosedPortIsRefused() throws IOException {
        InetSocketAddress nobody;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = (InetSocketAddress) free.getLocalSocketAddress();
        }
        LoadResult result = new LoadGenerator(Plans.job(Plans.keep(REQUESTS, 2), nobody)).run();
        assertAll(result, Outcome.REFUSED);
        assertThat(result.connections().opens()).isZero();
        assertThat(result.requests().downstreamConnection(0)).isZero();
    }

    @Test
    void noAnswerWithinTheLimitIsATimeoutAndTheConnectionIsGone() {
        try (TinyServer server = TinyServer.start(talk -> {
            talk.readRequest();
            talk.awaitEnd();
        })) {
            LoadResult result = Plans.run(Plans.withTimeout(REQUESTS, 1, Duration.ofMillis(100)), server);
            assertEachOnItsOwnConnection(result, Outcome.TIMEOUT);
        }
    }

    @Test
    void anAnswerThatStartsAndNeverEndsIsATimeout() {
        try (TinyServer server = TinyServer.start(talk -> {
            talk.readRequest();
            talk.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nfour");
            talk.awaitEnd();
        })) {
            LoadResult result = Plans.run(Plans.withTimeout(REQUESTS, 1, Duration.ofMillis(100)), server);
            assertEachOnItsOwnConnection(result, Outcome.TIMEOUT);
            assertThat(result.requests().status(0)).isEqualTo(200);
        }
    }

    private static LoadResult sendTo(TinyServer.Conversation conversation) {
        try (TinyServer server = TinyServer.start(conversation)) {
            return Plans.run(Plans.keep(REQUESTS, 1), server);
        }
    }

    private static void assertAll(LoadResult result, Outcome outcome) {
        assertThat(result.accounting().outcomes())
                .allSatisfy(
                        (each, count) -> assertThat(count).as(each.key()).isEqualTo(each == outcome ? REQUESTS : 0));
        assertThat(result.accounting().sent()).isEqualTo(REQUESTS);
        for (int i = 0; i < REQUESTS; i++) {
            assertThat(result.requests().outcome(i)).contains(outcome);
        }
    }

    private static void assertEachOnItsOwnConnection(LoadResult result, Outcome outcome) {
        assertAll(result, outcome);
        assertThat(result.connections().opens()).isEqualTo(REQUESTS);
        for (int i = 0; i < REQUESTS; i++) {
            assertThat(result.requests().downstreamConnection(i)).isEqualTo(i + 1);
        }
    }
}
