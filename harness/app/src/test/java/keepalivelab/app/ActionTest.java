package keepalivelab.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The very steps of {@code action.yml}, taken one after the other as GitHub takes them, on this checkout. */
@EnabledOnOs(OS.LINUX)
class ActionTest {
    private static final Pattern EXPRESSION = Pattern.compile("\\$\\{\\{ *([a-z._-]+) *}}", Pattern.CASE_INSENSITIVE);
    private static final JsonNode ACTION = read();

    @TempDir
    private Path folder;

    private final Map<String, String> inputs = new HashMap<>();
    private final Map<String, String> outputs = new HashMap<>();
    private Path repository;

    @BeforeEach
    void aRepositoryOfAUser() throws IOException {
        repository = Files.createDirectories(folder.resolve("repository"));
        Files.createDirectories(folder.resolve("temp"));
        ACTION.get("inputs").forEachEntry((name, input) -> {
            if (input.has("default")) {
                inputs.put(name, input.get("default").asString());
            }
        });
        inputs.put("scenario", "keepalive-requests");
        inputs.put("candidate", "relay");
        inputs.put("arguments", "--set n=30 --baselines " + folder.resolve("baselines"));
    }

    @Test
    void theCountsAreHeldAgainstTheCommittedBaseline() throws IOException {
        assertThat(ChildRun.runScenario(
                                folder,
                                Map.of(),
                                "gate",
                                "keepalive-requests",
                                "--set",
                                "n=30",
                                "--proxy",
                                "relay",
                                "--update-baseline",
                                "--baselines",
                                folder.resolve("baselines").toString(),
                                "--out",
                                folder.resolve("runs").toString())
                        .status())
                .isZero();
        assertThat(steps()).isZero();
        assertThat(output("verdict")).isEqualTo("held");
        assertThat(output("exit-status")).isEqualTo("0");
        assertThat(Path.of(output("run-json"))).isRegularFile();
        assertThat(Path.of(output("report-path")))
                .isDirectoryContaining("glob:**/junit.xml")
                .isDirectoryContaining("glob:**/table.md");
        assertThat(Files.readString(folder.resolve("summary.md")))
                .startsWith("### keepalive-requests: held (exit 0)")
                .contains("counts against the baseline");
    }

    @Test
    void wrongInputFailsTheJobAndLeavesNoRunBehind() throws IOException {
        assertThat(steps()).as("there is no baseline").isEqualTo(2);
        assertThat(output("exit-status")).isEqualTo("2");
        assertThat(output("report-path")).isEmpty();
    }

    @Test
    void bothArmsAreBuiltInTheirCheckoutsAndCompared() throws IOException {
        git("init", "-q");
        Files.writeString(repository.resolve("version"), "old");
        git("add", "version");
        git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "old");
        Files.writeString(repository.resolve("version"), "new");
        inputs.put("candidate", "nginx@{dir}/built");
        inputs.put("baseline-ref", "HEAD");
        inputs.put("build", "cp version built");
        assertThat(step("arms")).isZero();
        String base = value("steps.arms.outputs.base").replace("nginx@", "");
        assertThat(outputs)
                .containsEntry("steps.arms.outputs.candidate", "nginx@" + repository.toRealPath() + "/built");
        assertThat(Files.readString(Path.of(base))).isEqualTo("old");
        assertThat(Files.readString(repository.resolve("built"))).isEqualTo("new");
    }

    @Test
    void everyForeignActionIsPinnedToACommit() {
        for (JsonNode step : ACTION.at("/runs/steps")) {
            if (step.has("uses")) {
                assertThat(step.get("uses").asString()).matches("[a-z-]+/[a-z-]+@[0-9a-f]{40}");
            }
        }
    }

    @Test
    void noInputIsPastedIntoAScript() {
        for (JsonNode step : ACTION.at("/runs/steps")) {
            if (step.has("run")) {
                assertThat(step.get("run").asString()).doesNotContain("${{");
            }
        }
    }

    /** Takes every step that runs a script; the first status that is not 0 ends it. */
    private int steps() throws IOException {
        for (JsonNode step : ACTION.at("/runs/steps")) {
            int status = step.has("run") ? step(step) : 0;
            if (status != 0) {
                return status;
            }
        }
        return 0;
    }

    private int step(String id) throws IOException {
        for (JsonNode step : ACTION.at("/runs/steps")) {
            if (step.has("id") && step.get("id").asString().equals(id)) {
                return step(step);
            }
        }
        throw new AssertionError("no step " + id);
    }

    private int step(JsonNode step) throws IOException {
        Path file = folder.resolve("output.txt");
        Files.deleteIfExists(file);
        Map<String, String> variables = new HashMap<>(Map.of(
                "GITHUB_OUTPUT", file.toString(),
                "GITHUB_STEP_SUMMARY", folder.resolve("summary.md").toString(),
                "RUNNER_TEMP", folder.resolve("temp").toString(),
                "RUN_SCENARIO", ChildRun.launcher(folder.resolve("launcher")).toString()));
        step.get("env").forEachEntry((name, value) -> variables.put(name, replaced(value.asString())));
        ChildRun run = ChildRun.command(
                repository,
                variables,
                List.of("bash", "-eo", "pipefail", "-c", step.get("run").asString()));
        if (step.has("id") && Files.exists(file)) {
            for (String line : Files.readAllLines(file)) {
                String[] parts = line.split("=", 2);
                outputs.put("steps." + step.get("id").asString() + ".outputs." + parts[0], parts[1]);
            }
        }
        return run.status();
    }

    private String output(String name) {
        return replaced(ACTION.at("/outputs/" + name + "/value").asString());
    }

    private String replaced(String text) {
        Matcher matcher = EXPRESSION.matcher(text);
        return matcher.replaceAll(found -> Matcher.quoteReplacement(value(found.group(1))));
    }

    private String value(String expression) {
        if (expression.equals("github.action_path")) {
            return Home.path().toString();
        }
        if (expression.startsWith("inputs.")) {
            String name = expression.substring("inputs.".length());
            assertThat(ACTION.get("inputs").has(name)).as("input " + name).isTrue();
            return inputs.getOrDefault(name, "");
        }
        return outputs.getOrDefault(expression, "");
    }

    private void git(String... words) {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(words));
        ChildRun run = ChildRun.command(repository, Map.of(), command);
        assertThat(run.status()).as(run.err()).isZero();
    }

    private static JsonNode read() {
        try {
            return YAMLMapper.builder()
                    .build()
                    .readTree(Files.readString(Home.path().resolve("action.yml")));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
