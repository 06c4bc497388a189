package keepalivelab.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** In the texts below {@code |} stands for CR LF. */
class MessageReaderTest {
    private static String wire(String text) {
        return text.replace("|", "\r\n");
    }

    private static String requests(String text) {
        return Transcript.ofRequests().feed(wire(text)).toString();
    }

    private static String responses(String text) {
        return Transcript.ofResponses().feed(wire(text)).toString();
    }

    private static String cut(String text) {
        return Transcript.ofResponses().feed(wire(text)).close().toString();
    }

    private static String head(MessageReader.Role role, String text) {
        StringBuilder seen = new StringBuilder();
        Transcript reading = new Transcript(role, List.of(), head -> {
            seen.append(Transcript.full(head));
            return "";
        });
        assertThat(reading.feed(wire(text)).reader().malformed()).isNull();
        return seen.toString();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "GET / HTTP/1.1|Host: a||                                        ~ [GET / NONE].",
                "GET / HTTP/1.0||                                                ~ [GET / NONE].",
                "GET / HTTP/1.9||                                                ~ [GET / NONE].",
                "||GET / HTTP/1.1|Host: a||                                      ~ [GET / NONE].",
                "GET / HTTP/1.1||GET /b HTTP/1.1||                               ~ [GET / NONE].[GET /b NONE].",
                "POST / HTTP/1.1|Content-Length: 5||hello                        ~ [POST / LENGTH 5]hello.",
                "POST / HTTP/1.1|Content-Length: 0||                             ~ [POST / NONE].",
                "POST / HTTP/1.1|content-length:2 |Content-Length: 2||hi         ~ [POST / LENGTH 2]hi.",
                "POST / HTTP/1.1|Transfer-Encoding: chunked||2|hi|0||            ~ [POST / CHUNKED]hi.",
                "POST / HTTP/1.1|Transfer-Encoding: gzip, Chunked||0||           ~ [POST / CHUNKED].",
                "POST / HTTP/1.1|Transfer-Encoding: gzip|transfer-encoding: chunked||0|| ~ [POST / CHUNKED].",
                "POST / HTTP/1.1|Transfer-Encoding: chunked ,||0||               ~ [POST / CHUNKED].",
                "POST / HTTP/1.1|Transfer-Encoding: chunked||A;x=\"y\"|0123456789|1 ; z|!|000|| ~ [POST / CHUNKED]0123456789!.",
                "POST / HTTP/1.1|Transfer-Encoding: chunked||0|A: 1|B:|GET       ~ [POST / CHUNKED]{A: 1}{B:}",
                "POST / HTTP/1.1|Transfer-Encoding: chunked||0|A: 1||GET / HTTP/1.1|| ~ [POST / CHUNKED]{A: 1}.[GET / NONE].",
            })
    void aLegalRequestIsReadToItsExactEnd(String text, String events) {
        assertThat(requests(text)).isEqualTo(events);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "HTTP/1.1 200 OK|Content-Length: 5||hello        ~ [200 LENGTH 5]hello.<closed>",
                "HTTP/1.1 200|Content-Length: 0||                ~ [200 NONE].<closed>",
                "HTTP/1.1 200 |Content-Length: 0||               ~ [200 NONE].<closed>",
                "HTTP/1.1 200 OK|Content-Length: 5||hell         ~ [200 LENGTH 5]hell<cut>",
                "HTTP/1.1 200 OK|Content                         ~ <cut>",
                "HTTP/1.1 200 OK||all until close                ~ [200 UNTIL_CLOSE]all until close.<closed>",
                "HTTP/1.0 200 OK||                               ~ [200 UNTIL_CLOSE].<closed>",
                "HTTP/1.1 200 OK|Transfer-Encoding: gzip||zzz    ~ [200 UNTIL_CLOSE]zzz.<closed>",
                "HTTP/1.1 200 OK|Transfer-Encoding: chunked||3|abc|0||  ~ [200 CHUNKED]abc.<closed>",
                "HTTP/1.1 200 OK|Transfer-Encoding: chunked||3|abc|0|   ~ [200 CHUNKED]abc<cut>",
                "HTTP/1.1 200 OK|Transfer-Encoding: chunked||3|abc|     ~ [200 CHUNKED]abc<cut>",
                "HTTP/1.1 200 OK|Transfer-Encoding: chunked|Content-Length: 9||1|a|0|| ~ [200 CHUNKED]a.<closed>",
                "HTTP/1.1 204 No|Content-Length: 5||             ~ [204 NONE].<closed>",
                "HTTP/1.1 304 Same|Content-Length: 5||           ~ [304 NONE].<closed>",
                "HTTP/1.1 304 Same|Transfer-Encoding: chunked||  ~ [304 NONE].<closed>",
                "HTTP/1.1 100 Go||HTTP/1.1 103 Hint|Link: x||HTTP/1.1 204 No|| ~ [interim 100][interim 103][204 NONE].<closed>",
                "HTTP/1.1 100 Go||                               ~ [interim 100]<cut>",
                "HTTP/1.1 101 Up|Upgrade: ws|Connection: upgrade||raw ~ [101 UNTIL_CLOSE]raw.<closed>",
            })
    void aResponseEndsWhereItsFramingSays(String text, String events) {
        assertThat(cut(text)).isEqualTo(events);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /|Host: a||",
                "GET  / HTTP/1.1||",
                "GET / HTTP/2.0||",
                "GET / HTTP/1.1 ||",
                "GET / http/1.1||",
                " GET / HTTP/1.1||",
                "G(T / HTTP/1.1||",
                "GET / HTTP/1.1|Host : a||",
                "GET / HTTP/1.1|A: b| folded||",
                "GET / HTTP/1.1| A: b||",
                "GET / HTTP/1.1|no colon||",
                "GET / HTTP/1.1|: no name||",
                "GET / HTTP/1.1|two words: x||",
                "GET / HTTP/1.1|A: b\rC: d||",
                "GET / HTTP/1.1|A: b\u0000||",
                "GET /\r HTTP/1.1||",
                "GET / HTTP/1.1|Content-Length: 5|Content-Length: 6||",
                "GET / HTTP/1.1|Content-Length: 5, 5||",
                "GET / HTTP/1.1|Content-Length: -1||",
                "GET / HTTP/1.1|Content-Length: +1||",
                "GET / HTTP/1.1|Content-Length: 0x1||",
                "GET / HTTP/1.1|Content-Length:||",
                "GET / HTTP/1.1|Content-Length: 9999999999999999999||",
                "GET / HTTP/1.1|Content-Length: 5|Transfer-Encoding: chunked||",
                "GET / HTTP/1.1|Transfer-Encoding: chunked|Content-Length: 5||",
                "GET / HTTP/1.1|Transfer-Encoding: gzip||",
                "GET / HTTP/1.1|Transfer-Encoding: chunked, gzip||",
                "GET / HTTP/1.1|Transfer-Encoding: xchunked||",
                "GET / HTTP/1.1|Transfer-Encoding: chunked|Transfer-Encoding: identity||",
                "GET / HTTP/1.1|Transfer-Encoding: chunked, chunked||",
                "GET / HTTP/1.0|Transfer-Encoding: chunked||",
            })
    void anIllegalRequestHeadIsMalformedAndNothingIsHandedOver(String text) {
        assertThat(requests(text)).startsWith("!");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 20 OK||",
                "HTTP/1.1 2000 OK||",
                "HTTP/1.1 099 Low||",
                "HTTP/1.1 600 High||",
                "HTTP/1.1  200 OK||",
                "HTTP/2 200 OK||",
                "ICY 200 OK nonsense||",
                "|HTTP/1.1 200 OK||",
                "HTTP/1.1 200 OK|Content-Length: 1|Content-Length: 2||",
                "HTTP/1.1 200 OK|Transfer-Encoding: chunked, chunked||",
            })
    void anIllegalResponseHeadIsMalformedAndNothingIsHandedOver(String text) {
        assertThat(responses(text)).startsWith("!");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "x|           ~ ",
                ";a|          ~ ",
                "-1|          ~ ",
                "|            ~ ",
                "5 5|         ~ ",
                "5\r5|        ~ ",
                "5;\r5|       ~ ",
                "5\r\r|       ~ ",
                "0x5|         ~ ",
                "1|ab|        ~ a",
                "1|a\r\r|     ~ a",
                "1000000000000000| ~ ",
                "ffffffffffffffffffffffff| ~ ",
                "0|no colon|| ~ ",
                "0| folded|| ~ ",
                "0|A: \r|     ~ ",
            })
    void anIllegalChunkIsMalformed(String chunks, @Nullable String body) {
        assertThat(requests("POST / HTTP/1.1|Transfer-Encoding: chunked||" + chunks))
                .startsWith("[POST / CHUNKED]" + (body == null ? "" : body) + "!");
    }

    @Test
    void aHugeChunkSizeIsNotAnErrorUntilItOverflows() {
        assertThat(requests("POST / HTTP/1.1|Transfer-Encoding: chunked||7fffffffffffff|abc"))
                .isEqualTo("[POST / CHUNKED]abc");
    }

    @Test
    void bareLineFeedsEndLines() {
        assertThat(
                        Transcript.ofRequests()
                                .feed(
                                        "\nPOST / HTTP/1.1\nA: b\nTransfer-Encoding: chunked\n\n2\nhi\n0\nT: x\n\nGET / HTTP/1.0\n\n"))
                .hasToString("[POST / CHUNKED]hi{T: x}.[GET / NONE].");
    }

    @Test
    void anAnswerToHeadHasNoBodyAndTheNextOneHas() {
        assertThat(Transcript.ofResponses(true, false, true)
                        .feed(wire("HTTP/1.1 100 Go||HTTP/1.1 200 OK|Content-Length: 5||"
                                + "HTTP/1.1 200 OK|Content-Length: 2||hi"
                                + "HTTP/1.1 200 OK|Transfer-Encoding: chunked||")))
                .hasToString("[interim 100][200 NONE].[200 LENGTH 2]hi.[200 NONE].");
    }

    @Test
    void bytesAfterAnAnswerAreLeftToTheCaller() {
        byte[] bytes = wire("HTTP/1.1 200 OK|Content-Length: 2||hisurplus").getBytes(StandardCharsets.ISO_8859_1);
        MessageReader reader = Transcript.ofResponses().reader();

        assertThat(reader.feed(bytes, 0, bytes.length)).isEqualTo(bytes.length - "surplus".length());
        assertThat(reader.betweenMessages()).isTrue();
    }

    @Test
    void aTrailerInPiecesIsHandedOverWhole() {
        Transcript reading = Transcript.ofRequests()
                .feed(wire("POST / HTTP/1.1|Transfer-Encoding: chunked||0|Chec"))
                .feed("ksum: ")
                .feed("1\r")
                .feed("\nB: 2")
                .feed("\r\n\r");

        assertThat(reading.reader().betweenMessages()).isFalse();
        assertThat(reading.feed("\nGET / HT").feed(wire("TP/1.1||")))
                .hasToString("[POST / CHUNKED]{Checksum: 1}{B: 2}.[GET / NONE].");
    }

    @Test
    void aHeadAfterATrailerInPiecesStartsAfresh() {
        assertThat(Transcript.ofRequests()
                        .feed("POST /long-enough-to-leave-something-behind HTTP/1.1\r\nTransfer-Enc")
                        .feed("oding: chunked\r\n\r\n0\r\nA: ")
                        .feed("b\r\n\r\nGE")
                        .feed("T /2 HTTP/1.1\r\n\r\n"))
                .hasToString("[POST /long-enough-to-leave-something-behind CHUNKED]{A: b}.[GET /2 NONE].");
    }

    @Test
    void noByteOfANextMessageMeansBetweenMessages() {
        Transcript requests = Transcript.ofRequests();
        assertThat(requests.reader().betweenMessages()).isTrue();
        assertThat(requests.feed("\r\n").reader().betweenMessages()).isTrue();
        assertThat(requests.feed("GE").reader().betweenMessages()).isFalse();
        assertThat(requests.reader().headBytesSoFar()).isEqualTo(2);
        assertThat(requests.feed("T / HTTP/1.1\r\n\r\n").reader().betweenMessages())
                .isTrue();
        assertThat(requests.reader().headBytesSoFar()).isZero();
    }

    @Test
    void anInterimResponseBelongsToTheOneThatFollows() {
        Transcript responses = Transcript.ofResponses().feed(wire("HTTP/1.1 100 Go||"));
        assertThat(responses.reader().betweenMessages()).isFalse();
        assertThat(responses.feed(wire("HTTP/1.1 204 No||")).reader().betweenMessages())
                .isTrue();
    }

    @Test
    void theLongestHeadIsReadAndOneByteMoreIsMalformedInOnePieceAndInMany() {
        String start = wire("GET / HTTP/1.1|A: ");
        String longest = start + "x".repeat(MessageReader.MAX_HEAD_BYTES - start.length() - 4) + "\r\n\r\n";
        String tooLong = start + "x" + longest.substring(start.length());

        assertThat(Transcript.ofRequests().feed(longest)).hasToString("[GET / NONE].");
        assertThat(inPieces(longest)).isEqualTo("[GET / NONE].");
        assertThat(Transcript.ofRequests().feed(tooLong).toString()).startsWith("!a head longer");
        assertThat(inPieces(tooLong)).startsWith("!a head longer");
        assertThat(inPieces("x".repeat(3 * MessageReader.MAX_HEAD_BYTES))).startsWith("!a head longer");
    }

    @Test
    void theLongestTrailerLineIsReadAndOneByteMoreIsMalformedInOnePieceAndInMany() {
        String start = wire("GET / HTTP/1.1|Transfer-Encoding: chunked||0|");
        String line = "A:" + "x".repeat(MessageReader.MAX_HEAD_BYTES - 3) + "\r";

        assertThat(inPieces(start + line + "\n\r\n")).endsWith("x}.");
        assertThat(inPieces(start + "A" + line + "\n\r\n")).contains("!a trailer line longer");
        assertThat(requests(start + "A" + line + "\n\r\n")).contains("!a trailer line longer");
    }

    private static String inPieces(String wire) {
        byte[] bytes = wire.getBytes(StandardCharsets.ISO_8859_1);
        Transcript reading = Transcript.ofRequests();
        for (int at = 0; at < bytes.length; at += 1000) {
            reading.feed(bytes, at, Math.min(bytes.length, at + 1000));
        }
        return reading.toString();
    }

    @Test
    void twoHundredFieldsAreReadAndOneMoreIsMalformed() {
        assertThat(requests("GET / HTTP/1.1|" + "A: b|".repeat(200) + "|")).isEqualTo("[GET / NONE].");
        assertThat(requests("GET / HTTP/1.1|" + "A: b|".repeat(201) + "|")).startsWith("!more than 200");
    }

    @Test
    void nothingIsReadAfterMalformedBytes() {
        Transcript reading = Transcript.ofRequests().feed(wire("nonsense||"));
        byte[] more = wire("GET / HTTP/1.1||").getBytes(StandardCharsets.ISO_8859_1);

        assertThat(reading.reader().feed(more, 0, more.length)).isZero();
        assertThat(reading.close().toString()).startsWith("<cut>!");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "HTTP/1.1 200 OK|Content-Length: 0||                                   ~ true",
                "HTTP/1.1 200 OK|Content-Length: 0|Connection: Close||                 ~ false",
                "HTTP/1.1 200 OK|Content-Length: 0|Connection: x , close||             ~ false",
                "HTTP/1.1 200 OK|Content-Length: 0|Connection: closed||                ~ true",
                "HTTP/1.1 200 OK|Content-Length: 0|Connection: keep-alive|Connection: close|| ~ false",
                "HTTP/1.0 200 OK|Content-Length: 0||                                   ~ false",
                "HTTP/1.0 200 OK|Content-Length: 0|Connection: Keep-Alive||            ~ true",
                "HTTP/1.0 200 OK|Connection: keep-alive||                              ~ false",
                "HTTP/1.1 200 OK||                                                     ~ false",
                "HTTP/1.1 200 OK|Transfer-Encoding: chunked||                          ~ true",
                "HTTP/1.1 200 OK|Transfer-Encoding: chunked|Content-Length: 5||        ~ false",
                "HTTP/1.0 200 OK|Transfer-Encoding: chunked|Connection: keep-alive||   ~ false",
                "HTTP/1.1 101 Up||                                                     ~ false",
            })
    void aConnectionIsPersistentOnlyWhereTheHeadSaysSo(String text, boolean persistent) {
        assertThat(head(MessageReader.Role.RESPONSE, text)).contains(persistent ? " keep" : " close");
    }

    @Test
    void fieldsOfOneHopAreToldApart() {
        assertThat(
                        head(
                                MessageReader.Role.REQUEST,
                                "GET / HTTP/1.1|Host: a|Connection: X-One, close ,x-two|X-One: 1|X-TWO: 2|X-Three: 3|Keep-Alive: 5|"
                                        + "Proxy-Connection: x|TE: trailers|Upgrade: h2c|Expect: 100-Continue|Content-Length: 0|ab: c||"))
                .contains("|Host=a/END_TO_END|Connection=X-One, close ,x-two/CONNECTION|X-One=1/HOP_BY_HOP"
                        + "|X-TWO=2/HOP_BY_HOP|X-Three=3/END_TO_END|Keep-Alive=5/HOP_BY_HOP|Proxy-Connection=x/HOP_BY_HOP"
                        + "|TE=trailers/HOP_BY_HOP|Upgrade=h2c/HOP_BY_HOP|Expect=100-Continue/EXPECT"
                        + "|Content-Length=0/CONTENT_LENGTH|ab=c/END_TO_END|")
                .contains("truefalsetrue");
    }

    @Test
    void aFieldBeforeTheConnectionFieldThatNamesItIsOfOneHop() {
        assertThat(head(MessageReader.Role.REQUEST, "GET / HTTP/1.1|X-One: 1|Connection: x-one||"))
                .contains("|X-One=1/HOP_BY_HOP|");
    }

    @Test
    void aConnectionFieldCannotUndoTheFraming() {
        assertThat(requests("POST / HTTP/1.1|Connection: content-length|Content-Length: 2||hi"))
                .isEqualTo("[POST / LENGTH 2]hi.");
    }

    @Test
    void anOldClientDoesNotExpectContinue() {
        assertThat(head(MessageReader.Role.REQUEST, "POST / HTTP/1.0|Expect: 100-continue|Content-Length: 0||"))
                .contains("falsefalsefalse");
    }

    @Test
    void fieldsAreFoundByNameWithoutCase() {
        StringBuilder seen = new StringBuilder();
        new Transcript(MessageReader.Role.REQUEST, List.of(), head -> {
                    int number = head.find("x-lab-n");
                    seen.append(head.valueOf("X-LAB-REQUEST")
                            + head.valueOf("X-Missing")
                            + head.decimal(number)
                            + head.targetIs("/tid")
                            + head.targetStartsWith("/t")
                            + head.targetIs("/ti")
                            + head.method());
                    return "";
                })
                .feed(wire("PUT /tid HTTP/1.1|x-lab-request: \t r-1 \t|X-Lab-N: 007||"));

        assertThat(seen.toString()).isEqualTo("r-17truetruefalsePUT");
    }
}
