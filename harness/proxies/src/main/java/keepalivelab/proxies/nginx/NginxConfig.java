package keepalivelab.proxies.nginx;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import keepalivelab.api.Knob;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.Rendering;
import keepalivelab.proxies.process.Directives;
import keepalivelab.proxies.process.DottedVersion;
import keepalivelab.proxies.process.NativeTemplate;
import keepalivelab.proxies.process.NativeText;

/**
 * A plan in nginx's language.
 *
 * @param plan what to translate
 * @param user the user that the harness runs as
 */
record NginxConfig(ProxyPlan plan, String user) {
    static final String FILE = "nginx.conf";
    static final String ERROR_LOG = "error.log";
    static final String READY_PATH = "/-ready";

    /** The switch {@code -e}; without it an older nginx also tries the log file it was built with. */
    private static final String ERROR_LOG_SWITCH = "1.19.5";

    private static final NativeTemplate MAIN = NativeTemplate.resource(NginxConfig.class, FILE);
    private static final NativeTemplate BLOCK = NativeTemplate.resource(NginxConfig.class, "upstream.conf");

    /** Renders it. Touches nothing. */
    Rendering render() {
        NginxKnobs knobs = new NginxKnobs(plan.knobs(), version());
        Directives directives = Directives.of(plan, knobs::directive);
        return new Rendering(
                Map.of(FILE, text(knobs, directives)),
                command(),
                directives.statuses(),
                directives.notes(),
                plan.knobs().count(Knob.POOL_MAX_TOTAL));
    }

    private DottedVersion version() {
        return DottedVersion.of(plan.installation().version());
    }

    private String text(NginxKnobs knobs, Directives directives) {
        Map<String, String> gaps = directives.gaps();
        gaps.put("version", plan.installation().version());
        gaps.put("directory", quoted(plan.directory()));
        gaps.put("listen", NativeText.address(plan.listen()));
        gaps.put("upstream", NativeText.address(plan.upstream()));
        gaps.put("target", knobs.hasBlock() ? "measured" : NativeText.address(plan.upstream()));
        gaps.put("ready-mark", NativeText.readyMark(plan));
        gaps.put("keepalive-time", version().atLeast(NginxKnobs.KEEPALIVE_TIME) ? "keepalive_time 1d;" : "");
        addProcesses(knobs, gaps);
        gaps.put("upstream-block", knobs.hasBlock() ? BLOCK.fill(gaps) : "");
        return MAIN.fill(gaps);
    }

    /**
     * One worker needs no master, and without it nothing can be left when a process is killed. As root, workers would
     * become a user that cannot write to the plan's folder.
     */
    private void addProcesses(NginxKnobs knobs, Map<String, String> gaps) {
        boolean several = knobs.workers() > 1;
        boolean sharedLimit = several && plan.knobs().count(Knob.POOL_MAX_TOTAL).isPresent();
        gaps.put("master-process", several ? "on" : "off");
        gaps.put("user", several && user.equals("root") ? "user root;" : "");
        gaps.put("zone", sharedLimit ? "zone measured 128k;" : "");
    }

    private List<String> command() {
        Path directory = plan.directory();
        List<String> command = new ArrayList<>(List.of(plan.installation().location(), "-p", directory + "/"));
        if (version().atLeast(ERROR_LOG_SWITCH)) {
            command.addAll(List.of("-e", directory.resolve(ERROR_LOG).toString()));
        }
        command.addAll(List.of("-c", directory.resolve(FILE).toString()));
        return command;
    }

    private static String quoted(Path path) {
        return path.toString().replace("\\", "\\\\").replace("\"", "\\\"");
    }
}
