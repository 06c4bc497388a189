package keepalivelab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchmarksTest {
    @TempDir
    Path folder;

    /** A few milliseconds each in this process: whether they run and are written down, not how fast they are. */
    @Test
    void theBenchmarksRunAndWriteJsonAndATable() throws Exception {
        // A benchmark that someone runs at the same time must not make this fail.
        System.setProperty("jmh.ignoreLock", "true");
        Path json = folder.resolve("deep").resolve("few.json");
        Benchmarks.main(new String[] {
            "threads2", "-p", "pool=lifo,none", "-f", "0", "-wi", "0", "-i", "1", "-r", "10ms", "-rff", json.toString()
        });
        assertThat(Files.readString(json)).contains("PoolLeaseRelease.threads2", "PoolCapPressure.threads2");
        assertThat(Files.readAllLines(folder.resolve("deep").resolve("few.md")))
                .anySatisfy(line -> assertThat(line).isEqualTo("| benchmark | lifo | none |"))
                .anySatisfy(line ->
                        assertThat(line).matches("\\| PoolLeaseRelease threads2( \\| .*\\(.* to .*\\)){2} \\|"));
    }

    /** Every other benchmark is of one thread; its row names its unit. */
    @Test
    void whatIsNoPoolHasARowOfItsOwn() throws Exception {
        System.setProperty("jmh.ignoreLock", "true");
        Path json = folder.resolve("others.json");
        Benchmarks.main(new String[] {
            "MessageParsing|RecorderBenchmark|LedgerBenchmark",
            "-f",
            "0",
            "-wi",
            "0",
            "-i",
            "1",
            "-r",
            "10ms",
            "-rff",
            json.toString()
        });
        assertThat(Files.readAllLines(folder.resolve("others.md")))
                .filteredOn(line -> line.endsWith("| ns/op |"))
                .extracting(line -> line.substring(2, line.indexOf(" |", 2)))
                .containsExactly(
                        "LedgerBenchmark exchangeWithRow",
                        "LedgerBenchmark exchangeWithoutRow",
                        "MessageParsing chunkedResponse",
                        "MessageParsing request150",
                        "MessageParsing requestOf16Pipelined",
                        "MessageParsing response150",
                        "RecorderBenchmark closedLoop",
                        "RecorderBenchmark openLoop");
    }
}
