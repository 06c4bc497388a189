package keepalivelab.scenarios;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import keepalivelab.api.Installation;
import keepalivelab.api.ProxyDriver;
import keepalivelab.app.Home;
import keepalivelab.app.Main;
import keepalivelab.app.scenario.Vocabulary;
import keepalivelab.report.baseline.Baseline;
import keepalivelab.report.baseline.BaselineFolder;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One scenario, run on the arms that it names itself, else on the embedded proxy and, where there is one, on nginx.
 *
 * @param status what the command exited with
 * @param document its result
 * @param complaints what it said on stderr
 */
record ShortRun(int status, JsonNode document, String complaints) {
    static final List<String> DRIVERS = List.of("embedded", "nginx");

    /** Parameters of the scenarios that would take long; the others run as they are. */
    private static final Map<String, List<String>> SHORTER = Map.ofEntries(
            Map.entry("accept-thread-io", List.of("duration=500ms", "rounds=1")),
            Map.entry("heavy-neighbour", List.of("duration=200ms", "long=200ms", "rounds=1", "enough=0")),
            Map.entry("idle-close", List.of("n=8")),
            Map.entry("keepalive-lifetime", List.of("n=20")),
            Map.entry("light-load", List.of("duration=200ms", "rounds=1")),
            Map.entry("open-loop", List.of("n=500")),
            Map.entry("pool-cap-per-thread", List.of("repeat=20")),
            Map.entry("pool-full-under-load", List.of("n=450")),
            Map.entry("pool-overfill", List.of("repeat=2")),
            Map.entry("prewarm-dead", List.of("n=8")),
            Map.entry("race-staged", List.of("tries=2")),
            Map.entry("race-sweep", List.of("from=200ms", "to=400ms", "step=20ms", "repeat=1")),
            Map.entry("slow-by-thread", List.of("duration=200ms", "rounds=1", "enough=0")),
            Map.entry("thread-count", List.of("duration=200ms")));

    private static final Set<String> MANY_CELLS = Set.of("race-staged");

    /** The seed of {@code results/baselines/refresh}: what is drawn is the same in every run of a test. */
    static final String SEED = "88";

    static ShortRun of(String scenario, Path folder) {
        List<String> arms = arms(scenario);
        List<String> words = new ArrayList<>(judged(scenario, arms) ? List.of("gate", scenario) : List.of(scenario));
        words.addAll(List.of("--json", "--seed", SEED, "--out", folder.toString()));
        SHORTER.getOrDefault(scenario, List.of()).forEach(set -> words.addAll(List.of("--set", set)));
        arms.forEach(driver -> words.addAll(List.of("--proxy", driver)));
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = Main.run(new PrintWriter(out, true), new PrintWriter(err, true), words.toArray(String[]::new));
        return new ShortRun(status, JsonMapper.shared().readTree(out.toString()), err.toString());
    }

    /** Whether the arms of a run have a baseline each; then the run is judged by them, too. */
    private static boolean judged(String scenario, List<String> arms) {
        List<Baseline> baselines = new BaselineFolder(Home.baselines())
                .of(scenario).stream().map(BaselineFolder.Stored::baseline).toList();
        return !arms.isEmpty()
                && arms.stream().allMatch(arm -> baselines.stream().anyMatch(b -> judges(b, arm)));
    }

    /** Whether the run of a baseline's scenario judges that baseline. */
    static boolean judges(Baseline baseline) {
        List<String> arms = arms(baseline.scenario());
        return judged(baseline.scenario(), arms) && arms.stream().anyMatch(arm -> judges(baseline, arm));
    }

    private static boolean judges(Baseline baseline, String arm) {
        if (arm.equals("embedded")) {
            return baseline.arm().includes(arm, "lifo", "");
        }
        Installation first = ProxyDriver.of(arm).locate(Optional.empty());
        return baseline.arm().includes(arm, null, first.version());
    }

    /** Empty for the arms that the scenario names; one for a scenario of so many cells that starting proxies takes long. */
    private static List<String> arms(String scenario) {
        if (!Main.catalog().read(scenario, Vocabulary.any()).defaultArms().isEmpty()) {
            return List.of();
        }
        List<String> here = DRIVERS.stream().filter(ShortRun::isHere).toList();
        return MANY_CELLS.contains(scenario) ? here.subList(here.size() - 1, here.size()) : here;
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

        String figure(String name) {
            return json.get("figures").get(name).asString();
        }
    }
}
