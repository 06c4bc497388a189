package keepalivelab.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import keepalivelab.api.KnobStatus;
import keepalivelab.api.Outcome;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ResultSchemaTest {
    private final JsonNode root = JsonMapper.shared().readTree(ResultJson.schema());
    private final Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(ResultJson.schema(), InputFormat.JSON);

    @Test
    void aResultWithEverythingInItIsValid() {
        assertThat(errors(ResultJson.write(SampleResults.full()))).isEmpty();
    }

    @Test
    void aComparisonWithEverythingInItIsValid() {
        assertThat(errors(ResultJson.write(SampleResults.compared()))).isEmpty();
    }

    @Test
    void aPartialResultWithoutCellsIsValid() {
        assertThat(errors(ResultJson.write(SampleResults.started()))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"partial\": false|\"partial\": \"no\"",
                "\"seed\": 42|\"sede\": 42",
                "\"accepts\": 669|\"accepts\": -1",
                "\"verdict\": \"skipped\"|\"verdict\": \"green\"",
                "\"pool.max-idle\": \"applied\"|\"pool.max-idle\": \"maybe\"",
                "\"malformed\": 0|\"malformed\": 0, \"lost\": 1",
                "\"p50Us\": 85.3,|"
            })
    void aDocumentThatIsNoResultIsRefused(String change) {
        String[] parts = change.split("\\|", 2);
        String json = ResultJson.write(SampleResults.full());
        assertThat(json).contains(parts[0]);
        assertThat(errors(json.replace(parts[0], parts[1]))).isNotEmpty();
    }

    @Test
    void schemaAndRecordsHaveTheSameNames() {
        for (Class<?> type : records()) {
            assertThat(names(definition(type).get("properties")))
                    .as("properties of " + type.getSimpleName())
                    .isEqualTo(components(type).map(this::nameOf).collect(Collectors.toCollection(TreeSet::new)));
            assertThat(definition(type).get("additionalProperties").asBoolean(true))
                    .as("additionalProperties of " + type.getSimpleName())
                    .isFalse();
        }
    }

    @Test
    void whatMayBeAbsentIsWhatMayBeNull() {
        for (Class<?> type : records()) {
            Set<String> required = components(type)
                    .filter(c -> !mayBeAbsent(c))
                    .map(this::nameOf)
                    .collect(Collectors.toCollection(TreeSet::new));
            Set<String> stated = new TreeSet<>();
            definition(type).get("required").forEach(n -> stated.add(n.asString()));
            assertThat(stated).as("required of " + type.getSimpleName()).isEqualTo(required);
        }
    }

    @Test
    void everyDefinitionOfARecordIsReached() {
        Set<String> known = records().stream().map(Class::getSimpleName).collect(Collectors.toSet());
        names(root.get("$defs")).stream()
                .filter(n -> Character.isUpperCase(n.charAt(0)) && !n.equals("Published"))
                .forEach(n -> assertThat(known).contains(n));
    }

    @Test
    void schemaAndEnumsHaveTheSameWords() {
        JsonNode defs = root.get("$defs");
        assertThat(words(defs.get("verdict")))
                .isEqualTo(Arrays.stream(Verdict.values()).map(Verdict::key).toList());
        assertThat(words(defs.at("/Gate/properties/unit")))
                .isEqualTo(Arrays.stream(Gate.Unit.values()).map(Gate.Unit::key).toList());
        assertThat(words(defs.at("/ExpectationResult/properties/kind")))
                .isEqualTo(Arrays.stream(ExpectationResult.Kind.values())
                        .map(ExpectationResult.Kind::key)
                        .toList());
        assertThat(words(defs.at("/CellResult/properties/knobs/additionalProperties")))
                .isEqualTo(
                        Arrays.stream(KnobStatus.values()).map(KnobStatus::key).toList());
        List<String> outcomes =
                Arrays.stream(Outcome.values()).map(Outcome::key).toList();
        assertThat(words(defs.at("/RequestTrace/properties/outcome"))).isEqualTo(outcomes);
        assertThat(names(defs.at("/ClientCounts/properties/outcomes/properties")))
                .isEqualTo(new TreeSet<>(outcomes));
    }

    private List<Error> errors(String json) {
        return schema.validate(json, InputFormat.JSON);
    }

    private JsonNode definition(Class<?> type) {
        JsonNode node = type == RunResult.class ? root : root.get("$defs").get(type.getSimpleName());
        assertThat(node).as("definition of " + type.getSimpleName()).isNotNull();
        return node;
    }

    /** Every record that a result can hold, found from the outside in. */
    private static Set<Class<?>> records() {
        Set<Class<?>> found = new LinkedHashSet<>();
        collect(RunResult.class, found);
        // Written as one flat object, not by its components.
        found.remove(Published.class);
        return found;
    }

    private static void collect(Class<?> type, Set<Class<?>> found) {
        if (type.isRecord() && found.add(type)) {
            for (RecordComponent component : type.getRecordComponents()) {
                collect(component.getType(), found);
                if (component.getGenericType() instanceof ParameterizedType generic) {
                    Stream.of(generic.getActualTypeArguments())
                            .filter(Class.class::isInstance)
                            .forEach(t -> collect((Class<?>) t, found));
                }
            }
        }
    }

    private static Stream<RecordComponent> components(Class<?> type) {
        return Arrays.stream(type.getRecordComponents());
    }

    private String nameOf(RecordComponent component) {
        JsonProperty renamed = component.getAccessor().getAnnotation(JsonProperty.class);
        return renamed == null ? component.getName() : renamed.value();
    }

    private static boolean mayBeAbsent(RecordComponent component) {
        JsonInclude written = component.getAccessor().getAnnotation(JsonInclude.class);
        return written == null
                ? component.getAnnotatedType().isAnnotationPresent(Nullable.class)
                : written.value() == JsonInclude.Include.NON_EMPTY;
    }

    private static Set<String> names(JsonNode node) {
        return node.properties().stream().map(Map.Entry::getKey).collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<String> words(JsonNode node) {
        return node.get("enum").valueStream().map(JsonNode::asString).toList();
    }
}
