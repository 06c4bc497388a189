package keepalivelab.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import keepalivelab.app.Home;
import keepalivelab.report.ResultJson;
import keepalivelab.report.RunResult;
import keepalivelab.report.Verdict;
import org.junit.jupiter.api.Test;

/** The figures in the README are those of committed runs, and the committed runs can be read. */
class ReadmeTest {
    private static final Path REFERENCE = Home.path().resolve("results/reference");
    private static final Pattern TABLE =
            Pattern.compile("<!-- reference: (\\S+) -->\\n(.*?)<!-- end -->", Pattern.DOTALL);

    @Test
    void everyTableIsThatOfACommittedRun() throws IOException {
        String readme = Files.readString(Home.path().resolve("README.md"));
        List<MatchResult> tables = TABLE.matcher(readme).results().toList();
        assertThat(tables).isNotEmpty();
        for (MatchResult table : tables) {
            String committed =
                    Files.readString(REFERENCE.resolve(table.group(1)).resolve("table.md"));
            List<String> rows =
                    committed.lines().filter(line -> line.startsWith("|")).toList();
            assertThat(table.group(2)
                            .lines()
                            .filter(line -> line.startsWith("|"))
                            .toList())
                    .as("table %s in the README", table.group(1))
                    .isEqualTo(rows);
        }
    }

    @Test
    void everyCommittedRunIsCompleteAndHeld() throws IOException {
        try (Stream<Path> folders = Files.list(REFERENCE)) {
            for (Path folder : folders.filter(Files::isDirectory).toList()) {
                RunResult result = ResultJson.read(folder.resolve("result.json"));
                assertThat(result.partial()).as("%s is partial", folder).isFalse();
                assertThat(result.verdict()).as("%s", folder).isEqualTo(Verdict.HELD);
                assertThat(Files.readString(folder.resolve("command"))).startsWith("./run-scenario ");
            }
        }
    }
}
