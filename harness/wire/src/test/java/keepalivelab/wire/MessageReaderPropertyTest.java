package keepalivelab.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MessageReaderPropertyTest {
    private static final long SEED = 20_240_917;

    /** A stream of messages; the answers to HEAD are told by their place. */
    private enum Stream {
        REQUESTS(
                MessageReader.Role.REQUEST,
                List.of(),
                "\r\n\r\nGET /a HTTP/1.1\r\nHost: x\r\nConnection: X-One, keep-alive\r\nX-One: 1\r\n\r\n"
                        + "POST /b HTTP/1.1\r\nContent-Length: 11\r\nExpect: 100-continue\r\n\r\n\r\nGET / HT\r\n"
                        + "\nPUT /c HTTP/1.0\nConnection: keep-alive\nContent-Length: 1\n\nx"
                        + "POST /d HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n"
                        + "5;ext=\"1\"\r\nhello\r\n00A \r\n0123456789\r\n1\n\n\n0;last\r\nA: 1\r\nB:2\r\n\r\n"
                        + "POST /e HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nDELETE /f HTTP/1.1\r\n\r\n"),
        RESPONSES(
                MessageReader.Role.RESPONSE,
                List.of(false, true, false, false, true),
                "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nLink: y\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody"
                        + "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n"
                        + "HTTP/1.1 304\r\nContent-Length: 5\r\n\r\nHTTP/1.1 204 No\r\n\r\n"
                        + "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nT: 1\r\n\r\n"
                        + "HTTP/1.0 200 OK\r\n\r\nHTTP/1.1 200 OK until the end\r\n"),
        MALFORMED_LATE(
                MessageReader.Role.REQUEST,
                List.of(),
                "GET / HTTP/1.1\r\n\r\nPOST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n3\r\nabcd\r\n0\r\n\r\n");

        private final MessageReader.Role role;
        private final List<Boolean> answersHead;
        private final byte[] bytes;

        Stream(MessageReader.Role role, List<Boolean> answersHead, String text) {
            this.role = role;
            this.answersHead = answersHead;
            this.bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        }

        private Transcript reading() {
            return new Transcript(role, answersHead, Transcript::full);
        }

        private Transcript whole(byte[] content) {
            return reading().feed(content, 0, content.length).close();
        }
    }

    @Test
    void theStreamsAreWhatTheyShouldBe() {
        assertThat(Stream.REQUESTS.whole(Stream.REQUESTS.bytes).messageEnds()).hasSize(6);
        assertThat(Stream.RESPONSES.whole(Stream.RESPONSES.bytes).messageEnds()).hasSize(6);
        assertThat(Stream.RESPONSES.whole(Stream.RESPONSES.bytes).toString())
                .endsWith("HTTP/1.1 200 OK until the end\r\n.<closed>");
        assertThat(Stream.MALFORMED_LATE.whole(Stream.MALFORMED_LATE.bytes).toString())
                .endsWith("hiabc<cut>!a chunk longer than its size");
    }

    @ParameterizedTest
    @EnumSource
    void aCutAtAnyByteChangesNothing(Stream stream) {
        Transcript whole = stream.whole(stream.bytes);
        for (int cut = 0; cut <= stream.bytes.length; cut++) {
            Transcript reading = stream.reading()
                    .feed(stream.bytes, 0, cut)
                    .feed(stream.bytes, cut, stream.bytes.length)
                    .close();
            assertThat(reading.toString()).as("cut at %s", cut).isEqualTo(whole.toString());
            assertThat(reading.messageEnds()).as("cut at %s", cut).isEqualTo(whole.messageEnds());
        }
    }

    @ParameterizedTest
    @EnumSource
    void byteByByteChangesNothing(Stream stream) {
        assertSame(stream, stream.bytes, new Random(SEED), 1);
    }

    @ParameterizedTest
    @EnumSource
    void randomPiecesChangeNothing(Stream stream) {
        Random random = new Random(SEED);
        for (int round = 0; round < 500; round++) {
            assertSame(stream, stream.bytes, random, 1 + random.nextInt(60));
        }
    }

    /** Mutated streams: never an exception, never a standstill (Transcript checks both), and no difference by pieces. */
    @ParameterizedTest
    @EnumSource
    void damagedBytesNeverThrowNorStallNorDependOnThePieces(Stream stream) {
        Random random = new Random(SEED);
        for (int round = 0; round < 3000; round++) {
            byte[] damaged = damage(stream.bytes.clone(), random);
            assertSame(stream, damaged, random, 1 + random.nextInt(100));
        }
    }

    private static void assertSame(Stream stream, byte[] content, Random random, int longest) {
        Transcript whole = stream.whole(content);
        Transcript reading = stream.reading();
        int at = 0;
        while (at < content.length) {
            int next = Math.min(content.length, at + 1 + random.nextInt(longest));
            reading.feed(content, at, next);
            at = next;
        }
        assertThat(reading.close().toString()).isEqualTo(whole.toString());
        assertThat(reading.messageEnds()).isEqualTo(whole.messageEnds());
    }

    private static byte[] damage(byte[] bytes, Random random) {
        String interesting = "\r\n :;,0159afHC\u0000\u00ff\t";
        int count = 1 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(3)) {
                case 0 -> bytes[at] = (byte) interesting.charAt(random.nextInt(interesting.length()));
                case 1 -> bytes[at] = (byte) random.nextInt(256);
                default ->
                    System.arraycopy(
                            bytes, at, bytes, random.nextInt(at + 1), Math.min(bytes.length - at, random.nextInt(40)));
            }
        }
        return bytes;
    }
}
