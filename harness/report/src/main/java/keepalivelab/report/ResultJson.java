package keepalivelab.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import keepalivelab.api.InputException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Results as JSON: components in the order of the records, two spaces, {@code \n}, no entry for what is null. The same
 * result is always the same bytes. Reading is tolerant of names it does not know, so that additions stay readable.
 */
public final class ResultJson {
    private static final String SCHEMA = "result.schema.json";
    private static final TypeReference<Map<String, Object>> TREE = new TypeReference<>() {};
    private static final JsonMapper MAPPER = mapper();
    /** Reads one value out of the middle of a document. */
    private static final ObjectReader PIECES = MAPPER.reader().without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private ResultJson() {}

    /** The result document, ending in a line feed. */
    public static String write(RunResult result) {
        return MAPPER.writeValueAsString(result) + "\n";
    }

    /** A cell as nested maps, lists, texts, truths and numbers under the names of the document: for expressions over it. */
    public static Map<String, Object> tree(CellResult cell) {
        return MAPPER.convertValue(cell, TREE);
    }

    /**
     * Reads a result document from a file.
     *
     * @throws InputException naming the file, and line and column where it is not a result
     */
    public static RunResult read(Path file) {
        try {
            return read(file.toString(), Files.readString(file));
        } catch (NoSuchFileException e) {
            throw new InputException(file + ": no such file");
        } catch (IOException e) {
            throw new InputException(file + ": cannot be read as UTF-8 text: " + e.getMessage());
        }
    }

    /**
     * Reads a result document.
     *
     * @param name where it comes from, for messages
     * @throws InputException as {@link #read(Path)}
     */
    public static RunResult read(String name, String json) {
        RunResult result;
        try {
            result = MAPPER.readValue(json, RunResult.class);
        } catch (JacksonException e) {
            throw new InputException(name + position(e.getLocation()) + ": not a result: " + JsonFault.text(e));
        }
        if (result == null) {
            throw new InputException(name + ": not a result: null");
        }
        checkVersion(name, result.schemaVersion());
        return result;
    }

    /**
     * What can be read of a document that ends in the middle: the run, partial, with its whole cells.
     *
     * @return empty where not even the run's head is whole
     */
    static Optional<RunResult> wholeCells(Path file) {
        ObjectNode head = MAPPER.createObjectNode();
        List<CellResult> cells = new ArrayList<>();
        try (JsonParser json = MAPPER.createParser(Files.readString(file))) {
            json.nextToken();
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = json.currentName();
                json.nextToken();
                if (name.equals("cells")) {
                    readCells(json, cells);
                } else {
                    head.set(name, PIECES.readTree(json));
                }
            }
        } catch (JacksonException | IOException endOfWhatIsWhole) {
            // Everything up to here was whole; the caller has the reason why the rest is not.
        }
        return partial(head).map(result -> result.withCells(cells));
    }

    private static void readCells(JsonParser json, List<CellResult> cells) {
        while (json.nextToken() == JsonToken.START_OBJECT) {
            cells.add(PIECES.forType(CellResult.class).readValue(json));
        }
    }

    private static Optional<RunResult> partial(ObjectNode head) {
        head.remove(List.of("finishedAt", "exitStatus"));
        head.put("partial", true);
        head.putArray("cells");
        try {
            RunResult result = MAPPER.treeToValue(head, RunResult.class);
            return major(result.schemaVersion()).equals(major(RunResult.SCHEMA_VERSION))
                    ? Optional.of(result)
                    : Optional.empty();
        } catch (JacksonException headIsNotWhole) {
            return Optional.empty();
        }
    }

    /** The JSON Schema (draft 2020-12) of the result document. */
    public static String schema() {
        try (InputStream in = ResultJson.class.getResourceAsStream(SCHEMA)) {
            if (in == null) {
                throw new IllegalStateException(SCHEMA + " is missing from the build");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void checkVersion(String name, String version) {
        if (!major(version).equals(major(RunResult.SCHEMA_VERSION))) {
            throw new InputException(name + ": schemaVersion " + version + " cannot be read; this version reads "
                    + major(RunResult.SCHEMA_VERSION) + ".x");
        }
    }

    private static String major(String version) {
        int dot = version.indexOf('.');
        return dot < 0 ? version : version.substring(0, dot);
    }

    private static String position(TokenStreamLocation at) {
        return at == null || at.getLineNr() < 1 ? "" : ":" + at.getLineNr() + ":" + at.getColumnNr();
    }

    private static JsonMapper mapper() {
        JsonSetter.Value empty = JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY);
        return JsonMapper.builder()
                .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
                .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
                .enable(DeserializationFeature.USE_LONG_FOR_INTS)
                .enable(SerializationFeature.INDENT_OUTPUT)
                .changeDefaultPropertyInclusion(all -> all.withValueInclusion(JsonInclude.Include.NON_NULL))
                .withConfigOverride(List.class, list -> list.setNullHandling(empty))
                .withConfigOverride(Map.class, map -> map.setNullHandling(empty))
                .defaultPrettyPrinter(JsonForm.printer())
                .build();
    }
}
