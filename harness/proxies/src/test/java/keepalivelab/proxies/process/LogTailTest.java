package keepalivelab.proxies.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogTailTest {
    @TempDir
    Path directory;

    private Path log(String text) throws IOException {
        return Files.writeString(directory.resolve("log"), text);
    }

    @Test
    void theLastLinesComeInOrder() throws IOException {
        assertThat(LogTail.of(log("a\nb\nc\n"), 2)).containsExactly("b", "c");
        assertThat(LogTail.of(log("a\n"), 2)).containsExactly("a");
    }

    @Test
    void aLineThatIsCutIsLeftOut() throws IOException {
        String text = IntStream.range(0, 100).mapToObj(i -> i + "x".repeat(400)).collect(Collectors.joining("\n"));
        assertThat(LogTail.of(log(text), 3)).hasSize(3).allMatch(line -> line.length() == 402);
        assertThat(LogTail.of(log("y".repeat(5000) + "\nend"), 3)).containsExactly("end");
    }

    @Test
    void aFileThatIsNotThereIsEmpty() {
        assertThat(LogTail.of(directory.resolve("none"), 3)).isEmpty();
    }
}
