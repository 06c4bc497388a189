package keepalivelab.app.command;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import keepalivelab.app.scenario.Scenario;
import tools.jackson.databind.json.JsonMapper;

/** The list of scenarios as JSON; a class of its own so that the plain list does not load a JSON library's writer. */
final class ScenarioListJson {
    private ScenarioListJson() {}

    static String of(List<Scenario.Header> headers) {
        return JsonMapper.builder()
                .build()
                .writeValueAsString(
                        headers.stream().map(ScenarioListJson::entry).toList());
    }

    private static Map<String, Object> entry(Scenario.Header header) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("id", header.id());
        entry.put("title", header.title());
        entry.put("question", header.question());
        entry.put("document", header.origin().document());
        entry.put("experiment", header.origin().experiment());
        entry.put("file", header.file());
        return entry;
    }
}
