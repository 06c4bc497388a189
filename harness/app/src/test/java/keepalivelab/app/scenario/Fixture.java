package keepalivelab.app.scenario;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A small correct scenario, to be spoilt one line at a time. */
final class Fixture {
    /** Line numbers in tests count in this text. */
    static final String GOOD = """
            id: small
            title: A small one
            question: Does it read?
            params: {n: 10, wait: 100ms, share: 0.5, strict: true, word: some}
            matrix:
              size: [2, 8]
              mode:
                plain: {}
                slow: {load: {gap: 100ms}, proxy: {pool.idle-timeout: 2s}}
            proxy:
              pool.max-idle: ${size}
              pool.max-requests: {value: "${n}", optional: true}
            backend: {behaviour: "idle-fin(${wait})"}
            load:
              kind: closed
              requests: ${n}
              clients: 2
              start: barrier
            skip:
              - {when: axes.size == 99, because: too large}
            expect:
              - {require: client.outcomes.ok == params.n, says: all answered}
              - {expect: backend.accepts == 1, when: axes.size > 2, says: one, needs: [pool.max-idle]}
            table: [size, mode, accepts]
            published:
              source: somebody
              cells:
                - {when: {size: 2}, accepts: 3}
            gate:
              - {size: 8, mode: plain}
            """;

    static final Vocabulary WORDS = new Vocabulary(
            Vocabulary.oneOf("behaviour", List.of("keep", "idle-fin(100ms)", "idle-fin(5ms)", "announce")),
            Vocabulary.oneOf("column", List.of("accepts", "reuse", "p50", "published")),
            arm -> {},
            task -> new keepalivelab.api.PoolFigures.Names(List.of(), List.of()));

    private Fixture() {}

    static Path write(Path folder, String text) {
        try {
            return Files.writeString(folder.resolve("small.yaml"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The line that a user sees first. */
    static String firstLine(Throwable e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }

    static Scenario good(Path folder) {
        return ScenarioFile.read(write(folder, GOOD), WORDS);
    }

    static Scenario with(Path folder, String from, String to) {
        if (!GOOD.contains(from)) {
            throw new IllegalArgumentException("not in the text: " + from);
        }
        return ScenarioFile.read(write(folder, GOOD.replace(from, to)), WORDS);
    }
}
