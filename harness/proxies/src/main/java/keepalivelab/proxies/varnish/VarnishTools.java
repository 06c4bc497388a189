package keepalivelab.proxies.varnish;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import keepalivelab.api.EnvironmentException;
import keepalivelab.proxies.process.CommandOutput;

/**
 * The programs that read what a running Varnish keeps in shared memory.
 *
 * @param binary Varnish's own program; they lie beside it or in the bin folder beside its folder
 * @param work folder of the running Varnish
 */
record VarnishTools(Path binary, Path work) {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    /** How often its log, a ring, has begun again: from then on the oldest lines are lost. */
    private static final String LOG_CYCLES = "MAIN.shm_cycles";

    /** The backend's counters, by their own names; empty where they cannot be read. */
    Map<String, Long> counters() {
        return counters("MAIN.backend_*");
    }

    private Map<String, Long> counters(String names) {
        Map<String, Long> counters = new LinkedHashMap<>();
        for (String line : run("varnishstat", "-1", "-f", names).orElse(List.of())) {
            String[] words = line.trim().split("\\s+", 3);
            if (words.length > 1 && words[1].matches("\\d+")) {
                counters.put(words[0], Long.parseLong(words[1]));
            }
        }
        return counters;
    }

    /** Every failed fetch of its life, one line each; empty where its log cannot be read or has lost lines. */
    Optional<List<String>> fetchErrors() {
        Optional<List<String>> errors = run("varnishlog", "-d", "-g", "raw", "-i", "FetchError");
        boolean complete = Long.valueOf(0).equals(counters(LOG_CYCLES).get(LOG_CYCLES));
        return errors.filter(lines -> complete);
    }

    private Optional<List<String>> run(String tool, String... arguments) {
        return places(tool).filter(Files::isExecutable).findFirst().flatMap(place -> {
            List<String> command = new ArrayList<>(List.of(place.toString(), "-n", work.toString()));
            command.addAll(List.of(arguments));
            return output(command);
        });
    }

    private Stream<Path> places(String tool) {
        return Stream.of(
                binary.resolveSibling(tool),
                binary.resolveSibling("../bin/" + tool).normalize());
    }

    private static Optional<List<String>> output(List<String> command) {
        try {
            CommandOutput output = CommandOutput.of(command, LIMIT);
            return output.succeeded() ? Optional.of(output.lines()) : Optional.empty();
        } catch (EnvironmentException e) {
            return Optional.empty();
        }
    }
}
