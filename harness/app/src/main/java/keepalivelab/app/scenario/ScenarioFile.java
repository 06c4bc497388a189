package keepalivelab.app.scenario;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import keepalivelab.api.Arm;
import keepalivelab.api.InputException;

/** Reads scenario files. Every complaint names file and line, and comes before anything starts. */
public final class ScenarioFile {
    private final Path path;
    private final byte[] bytes;
    private final Problems problems;
    private final Fields top;

    private ScenarioFile(Path path) {
        this.path = path;
        this.bytes = bytes(path);
        this.problems = new Problems(path.toString());
        this.top = new Fields(YamlTree.read(text(path, bytes), problems), "", problems);
    }

    /** Reads a file without judging the words of other parts: {@link Vocabulary#any()}. */
    public static Scenario read(Path path) {
        return read(path, Vocabulary.any());
    }

    /**
     * Reads a file and checks all of it, its cells with their default values included.
     *
     * @throws InputException one line per mistake, at most five
     */
    public static Scenario read(Path path, Vocabulary vocabulary) {
        return new ScenarioFile(path).scenario(vocabulary);
    }

    /**
     * Reads only what a catalogue shows.
     *
     * @throws InputException if the file is no YAML, or has no id
     */
    public static Scenario.Header header(Path path) {
        ScenarioFile file = new ScenarioFile(path);
        Scenario.Header header = file.header();
        file.problems.throwIfAny();
        return header;
    }

    private Scenario scenario(Vocabulary vocabulary) {
        top.only(Section.TOP);
        Scenario.Header header = header();
        Map<String, YamlNode.Scalar> params = new MatrixReader(problems).params(top.mapping("params"));
        List<Axis> axes = new MatrixReader(problems).axes(top.mapping("matrix"), params.keySet());
        Scenario.Matrix matrix =
                new Scenario.Matrix(axes, part("proxy"), part("backend"), part("load"), only("after"), vocabulary);
        List<String> arms = arms(vocabulary);
        if (!top.has("load")) {
            problems.add(top.line(), "key 'load' is missing");
        }
        Scenario.Claims claims = new ClaimsReader(header.file(), axes, vocabulary, problems).read(top);
        if (!problems.any()) {
            List<CellPlan> cells = new CellExpansion(header.file(), params, matrix, claims).cells(Map.of(), problems);
            FigureNames.check(top, cells, problems);
        }
        problems.throwIfAny();
        return new Scenario(header, params, matrix, claims, arms);
    }

    private List<String> arms(Vocabulary vocabulary) {
        List<String> arms = new ArrayList<>();
        for (YamlNode node : top.items("arms")) {
            if (node instanceof YamlNode.Scalar scalar) {
                problems.check(scalar.line(), "key 'arms': ", () -> {
                    vocabulary.arm().accept(Arm.parse(scalar.text()));
                    arms.add(scalar.text());
                });
            } else {
                problems.add(node.line(), "key 'arms': expected a list of arms, found " + node.shape());
            }
        }
        return arms;
    }

    private Scenario.Header header() {
        String id = top.text("id");
        if (!id.isEmpty() && !id.matches("[a-z0-9][a-z0-9-]*")) {
            top.wrong(top.line("id"), "id", id, "is not made of a-z, 0-9 and -");
        }
        return new Scenario.Header(
                path.toString(), sha256(bytes), id, top.text("title"), top.text("question"), origin());
    }

    private Origin origin() {
        Optional<YamlNode.Mapping> source = top.mapping("source");
        if (source.isEmpty()) {
            return new Origin("", "");
        }
        Fields fields = new Fields(source.get(), "source", problems).only(Section.SOURCE);
        return new Origin(
                fields.optionalText("document").orElse(""),
                fields.optionalText("experiment").orElse(""));
    }

    private YamlNode.Mapping part(String key) {
        return top.mapping(key).orElseGet(() -> YamlNode.Mapping.empty(top.line(key)));
    }

    /** A mapping of that one key: a section that is a list. */
    private YamlNode.Mapping only(String key) {
        return top.node(key)
                .map(node -> new YamlNode.Mapping(Map.of(key, new YamlNode.Entry(top.line(key), node)), top.line(key)))
                .orElseGet(() -> YamlNode.Mapping.empty(top.line()));
    }

    private static byte[] bytes(Path path) {
        try {
            return Files.readAllBytes(path);
        } catch (IOException e) {
            String reason = Files.exists(path) ? "cannot be read" : "there is no such file";
            throw new InputException(path + ": " + reason);
        }
    }

    private static String text(Path path, byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new InputException(path + ": is not UTF-8 text");
        }
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
