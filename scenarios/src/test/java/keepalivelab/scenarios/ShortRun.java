package keepalivelab.scenarios;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import keepalivelab.api.ProxyDriver;
import keepalivelab.app.Main;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One scenario, run on the embedded proxy and, where there is one, on nginx.
 *
 * @param status what the command exited with
 * @param document its result
 * @param complaints what it said on stderr
 */
record ShortRun(int status, JsonNode document, String complaints) {
    static final List<String> DRIVERS = List.of("embedded", "nginx");

    /** Parameters of the scenarios that would take long; the others run as they are. */
    private static final Map<String, List<String>> SHORTER = Map.of(
            "idle-close", List.of("n=8"),
            "keepalive-lifetime", List.of("n=12"),
            "race-staged", List.of("tries=2"),
            "race-sweep", List.of("idle=60ms", "from=40ms", "to=80ms", "step=4ms", "repeat=1"));

    /** Draws for idle-close as many short gaps as long ones. */
    private static final String SEED = "88";

    static ShortRun of(String scenario, Path folder) {
        List<String> words = new ArrayList<>(List.of(scenario, "--json", "--seed", SEED, "--out", folder.toString()));
        SHORTER.getOrDefault(scenario, List.of()).forEach(set -> words.addAll(List.of("--set", set)));
        DRIVERS.stream().filter(ShortRun::isHere).forEach(driver -> words.addAll(List.of("--proxy", driver)));
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = Main.run(new PrintWriter(out, true), new PrintWriter(err, true), words.toArray(String[]::new));
        return new ShortRun(status, JsonMapper.shared().readTree(out.toString()), err.toString());
    }

    static boolean isHere(String driver) {
        return !ProxyDriver.of(driver).installations().isEmpty()
                || ProxyDriver.of(driver).id().equals("embedded");
    }

    Stream<JsonNode> cells() {
        return StreamSupport.stream(document.get("cells").spliterator(), false);
    }

    /** The cells of one proxy, in the order of the matrix. */
    List<Cell> cells(String driver) {
        return cells().filter(cell -> cell.get("arm").get("driver").asString().equals(driver))
                .map(Cell::new)
                .toList();
    }

    /**
     * One cell of the document.
     *
     * @param json the cell
     */
    record Cell(JsonNode json) {
        String axis(String name) {
            return json.get("axes").get(name).asString();
        }

        long size(String name) {
            return json.get("axes").get(name).asLong();
        }

        String version() {
            return json.get("arm").get("version").asString();
        }

        long client(String name) {
            return json.get("client").get(name).asLong();
        }

        long ok() {
            return json.get("client").get("outcomes").get("ok").asLong();
        }

        long backend(String name) {
            return json.get("backend").get(name).asLong();
        }

        JsonNode request(int n) {
            return json.get("requests").get(n);
        }
    }
}
