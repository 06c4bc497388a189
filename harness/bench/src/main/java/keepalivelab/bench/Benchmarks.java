package keepalivelab.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Runs the benchmarks of this module and writes {@code benchmarks.json} and the same figures as tables,
 * {@code benchmarks.md}, into the folder {@code results/bench}:
 *
 * <pre>{@code
 * mvn -B -q -Pbench -pl harness/bench -am -DskipTests verify
 * }</pre>
 *
 * <p>The arguments are those of JMH, given with {@code -Dbench.args}: names of benchmarks, parameters, times. With
 * {@code -rff FILE.json} the results go there, and the tables beside them.
 */
public final class Benchmarks {
    private static final String DEFAULT_RESULT = "results/bench/benchmarks.json";

    private Benchmarks() {}

    /** Runs what {@code args} ask for, in JMH's own notation; every benchmark where they name none. */
    public static void main(String[] args) throws IOException, RunnerException, CommandLineOptionException {
        CommandLineOptions given = new CommandLineOptions(args);
        Path json = Path.of(given.getResult().orElse(DEFAULT_RESULT));
        Path folder = json.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        ChainedOptionsBuilder options = new OptionsBuilder()
                .parent(given)
                .resultFormat(ResultFormatType.JSON)
                .result(json.toString());
        Collection<RunResult> results = new Runner(options.build()).run();
        Path table = Path.of(json.toString().replaceFirst("(\\.json)?$", ".md"));
        Files.writeString(table, BenchmarkTable.of(results));
    }
}
