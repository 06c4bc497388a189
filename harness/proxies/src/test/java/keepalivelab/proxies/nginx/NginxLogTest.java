package keepalivelab.proxies.nginx;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import keepalivelab.api.RunningProxy.LogFindings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NginxLogTest {
    private static final String EARLY =
            "2026/11/29 10:00:00 [error] 7#7: *5 upstream prematurely closed connection while"
                    + " reading response header from upstream, client: 127.0.0.1";
    private static final String RESET =
            "2026/11/29 10:00:00 [error] 7#7: *5 recv() failed (104: Connection reset by peer)"
                    + " while reading response header from upstream";
    private static final String BROKEN_PIPE = "2026/11/29 10:00:00 [error] 7#7: *5 writev() failed (32: Broken pipe)"
            + " while sending request to upstream";
    private static final String REFUSED =
            "2026/11/29 10:00:00 [error] 7#7: *5 connect() failed (111: Connection refused)"
                    + " while connecting to upstream";
    private static final String QUOTED = "2026/11/29 10:00:01 [info] 7#7: *6 client sent \"GET /[alert] HTTP/1.1\"";
    private static final String ALERT = "2026/11/29 10:00:02 [alert] 7#7: 4 worker_connections are not enough";

    @TempDir
    Path directory;

    private NginxLog log(String... lines) throws IOException {
        return new NginxLog(Files.write(directory.resolve("error.log"), List.of(lines)));
    }

    @Test
    void earlyClosesAreCountedWhetherInOrderOrByAReset() throws IOException {
        assertThat(log(EARLY, RESET, BROKEN_PIPE).findings().earlyCloses()).hasValue(3);
        assertThat(log(REFUSED, ALERT).findings().earlyCloses()).hasValue(0);
    }

    @Test
    void onlyTheLevelMakesAnAlert() throws IOException {
        LogFindings findings = log(QUOTED, ALERT, EARLY).findings();
        assertThat(findings.alerts()).containsExactly(ALERT);
        assertThat(findings.tail()).containsExactly(QUOTED, ALERT, EARLY);
    }

    @Test
    void aLogThatIsNotThereYetHasNoFindings() {
        LogFindings findings = new NginxLog(directory.resolve("none")).findings();
        assertThat(findings.earlyCloses()).hasValue(0);
        assertThat(findings.alerts()).isEmpty();
    }

    @Test
    void bytesThatAreNoTextDoNotHideALine() throws IOException {
        Path file = directory.resolve("error.log");
        Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, '\n'});
        Files.writeString(file, EARLY + "\n", StandardOpenOption.APPEND);
        assertThat(new NginxLog(file).findings().earlyCloses()).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Address already in use", "Address in use"})
    void aTakenPortIsRecognisedInTheWordsOfEitherLibrary(String words) throws IOException {
        String bind = "2026/11/29 10:00:00 [emerg] 7#7: bind() to 127.0.0.1:80 failed (98: " + words + ")";
        assertThat(log(bind).saysPortTaken()).isTrue();
        assertThat(log(EARLY).saysPortTaken()).isFalse();
    }

    @Test
    void complaintsComeWithoutTheRest() {
        String test = "nginx: configuration file /x/nginx.conf test failed";
        String why = "nginx: [emerg] unknown directive \"no_such_word\" in /x/nginx.conf:2";
        assertThat(NginxLog.complaints(List.of(why, test))).containsExactly(why);
        assertThat(NginxLog.complaints(List.of(test))).containsExactly(test);
    }
}
