package keepalivelab.report.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import keepalivelab.api.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryFileTest {
    @TempDir
    private Path folder;

    @Test
    void aNewColumnComesAtTheEndAndEarlierRowsAreEmptyThere() throws IOException {
        Path file = folder.resolve("history.csv");
        HistoryFile.append(file, "time,commit,a\r\n1,c1,1.5\r\n");
        HistoryFile.append(file, "time,commit,b\r\n2,c2,0.5\r\n");
        assertThat(Files.readString(file)).isEqualTo("time,commit,a,b\r\n1,c1,1.5,\r\n2,c2,,0.5\r\n");
    }

    @Test
    void aFileThatIsNoHistoryIsNamedAndLeftAlone() throws IOException {
        Path file = Files.writeString(folder.resolve("history.csv"), "time,commit,a\n1,c1\n");
        assertThatThrownBy(() -> HistoryFile.append(file, "time,commit,a\n1,c1,2\n"))
                .isInstanceOf(InputException.class)
                .hasMessage(file + ":2: 2 fields under 3 columns");
        assertThat(Files.readString(file)).isEqualTo("time,commit,a\n1,c1\n");
    }
}
