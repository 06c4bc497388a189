package keepalivelab.proxies.nginx;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import keepalivelab.api.InputException;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobStatus;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.Rendering;
import keepalivelab.proxies.process.DottedVersion;
import keepalivelab.proxies.process.NativeTemplate;

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
        EnumMap<Knob, Directive> directives = directives(knobs);
        EnumMap<Knob, KnobStatus> statuses = new EnumMap<>(Knob.class);
        List<String> notes = new ArrayList<>();
        for (Knob knob : plan.knobs().values().keySet()) {
            Directive directive = Objects.requireNonNull(directives.get(knob));
            statuses.put(knob, directive.status());
            addNote(knob, directive, notes);
        }
        return new Rendering(Map.of(FILE, text(knobs, directives)), command(), statuses, notes);
    }

    private EnumMap<Knob, Directive> directives(NginxKnobs knobs) {
        EnumMap<Knob, Directive> directives = new EnumMap<>(Knob.class);
        Arrays.stream(Knob.values()).forEach(knob -> directives.put(knob, knobs.directive(knob)));
        directives.forEach(this::refuse);
        return directives;
    }

    private void refuse(Knob knob, Directive directive) {
        if (directive.isUnsupported() && !plan.knobs().optional().contains(knob)) {
            throw new InputException("nginx " + plan.installation().version() + ": cannot do " + setting(knob) + ": "
                    + directive.note() + "; leave it out, set it to native, or mark it optional");
        }
    }

    private void addNote(Knob knob, Directive directive, List<String> notes) {
        if (!directive.note().isEmpty()) {
            notes.add(setting(knob) + ": " + directive.note());
        }
    }

    private String setting(Knob knob) {
        return knob.key() + "=" + plan.knobs().text(knob).orElse("");
    }

    private DottedVersion version() {
        return DottedVersion.of(plan.installation().version());
    }

    private String text(NginxKnobs knobs, Map<Knob, Directive> directives) {
        Map<String, String> gaps = new HashMap<>();
        directives.forEach((knob, directive) -> gaps.put(knob.key(), directive.text()));
        gaps.put("version", plan.installation().version());
        gaps.put("directory", quoted(plan.directory()));
        gaps.put("listen", address(plan.listen()));
        gaps.put("upstream", address(plan.upstream()));
        gaps.put("target", knobs.hasBlock() ? "measured" : address(plan.upstream()));
        gaps.put("ready-mark", readyMark(plan));
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

    /** Tells this nginx from any other server, another nginx of ours included, that took the port meanwhile. */
    static String readyMark(ProxyPlan plan) {
        return Integer.toHexString(plan.directory().toString().hashCode()) + "-"
                + plan.listen().getPort();
    }

    private static String quoted(Path path) {
        return path.toString().replace("\\", "\\\\").replace("\"", "\\\"");
    }

    private static String address(InetSocketAddress address) {
        String host = address.getAddress() == null
                ? address.getHostString()
                : address.getAddress().getHostAddress();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    }
}
