package keepalivelab.proxies.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlainLogTest {
    @TempDir
    Path directory;

    private PlainLog log;

    @BeforeEach
    void name() {
        log = new PlainLog(directory.resolve("a.log"));
    }

    @Test
    void aLogThatIsNotThereHasNoLines() {
        assertThat(log.containing("")).isZero();
        assertThat(log.tail(5)).isEmpty();
        log.forget();
    }

    @Test
    void bytesThatAreNoTextHideNoLine() throws IOException {
        Files.write(log.file(), new byte[] {(byte) 0xff, (byte) 0xfe, '\n'});
        Files.writeString(log.file(), "one EOF\ntwo\nthree EOF\n", StandardOpenOption.APPEND);
        assertThat(log.containing("EOF")).isEqualTo(2);
        assertThat(log.lines(line -> line.startsWith("t"))).containsExactly("two", "three EOF");
    }

    @Test
    void aForgottenLogHasNoLines() throws IOException {
        Files.writeString(log.file(), "old\n");
        log.forget();
        assertThat(log.containing("old")).isZero();
    }
}
