package keepalivelab.proxies.varnish;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import keepalivelab.api.Knob;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.Rendering;
import keepalivelab.proxies.process.Directives;
import keepalivelab.proxies.process.DottedVersion;
import keepalivelab.proxies.process.NativeTemplate;
import keepalivelab.proxies.process.NativeText;

/**
 * A plan in Varnish's language.
 *
 * @param plan what to translate
 */
record VarnishConfig(ProxyPlan plan) {
    static final String FILE = "varnish.vcl";
    static final String READY_PATH = "/-ready";

    private static final NativeTemplate TEMPLATE = NativeTemplate.resource(VarnishConfig.class, FILE);
    /** Where an installation of our own, beside its start script, has what the system's has below {@code /usr/lib}. */
    private static final String OWN_MODULES = "root/usr/lib/x86_64-linux-gnu/varnish/vmods";

    /**
     * Two threads for each request under way; a client's connection that stays open as long as a run may take; requests as
     * the client sent them.
     */
    private static final List<String> PARAMETERS = List.of(
            "thread_pool_min=100",
            "thread_pool_max=1000",
            "timeout_idle=3600",
            "listen_depth=4096",
            "http_gzip_support=off");

    /** Renders it. Writes nothing. */
    Rendering render() {
        VarnishKnobs knobs = new VarnishKnobs(
                plan.knobs(), DottedVersion.of(plan.installation().version()));
        Directives directives = Directives.of(plan, knobs::directive);
        return new Rendering(
                Map.of(FILE, text(knobs, directives)),
                command(knobs, directives),
                directives.statuses(),
                directives.notes(),
                plan.knobs().count(Knob.POOL_MAX_TOTAL));
    }

    private String text(VarnishKnobs knobs, Directives directives) {
        Map<String, String> gaps = directives.gaps();
        gaps.put("version", plan.installation().version());
        gaps.put("upstream-host", NativeText.host(plan.upstream()));
        gaps.put("upstream-port", Integer.toString(plan.upstream().getPort()));
        gaps.put("ready-mark", NativeText.readyMark(plan));
        gaps.put("import", gaps.getOrDefault(Knob.RETRY_RULE.key(), "").isEmpty() ? "" : "import std;");
        gaps.put("connection", knobs.connection());
        return TEMPLATE.fill(gaps);
    }

    /** In the foreground, as the user that runs it, without a management port. */
    private List<String> command(VarnishKnobs knobs, Directives directives) {
        List<String> command = new ArrayList<>(List.of(plan.installation().location(), "-F", "-j", "none"));
        command.addAll(List.of("-n", workFolder(plan).toString(), "-T", "none"));
        command.addAll(List.of("-a", NativeText.address(plan.listen())));
        command.addAll(List.of("-f", file().toString(), "-s", "malloc,16m"));
        List<String> parameters = new ArrayList<>(PARAMETERS);
        parameters.addAll(knobs.parameters(directives));
        ownModules().ifPresent(folder -> parameters.add("vmod_path=" + folder));
        parameters.forEach(parameter -> command.addAll(List.of("-p", parameter)));
        return command;
    }

    /** Compiles the file and ends; also prints the program it makes of it. */
    List<String> check() {
        List<String> check = new ArrayList<>(List.of(plan.installation().location(), "-C", "-j", "none"));
        check.addAll(List.of("-n", workFolder(plan).toString(), "-f", file().toString()));
        ownModules().ifPresent(folder -> check.addAll(List.of("-p", "vmod_path=" + folder)));
        return check;
    }

    private Optional<Path> ownModules() {
        Path folder = Path.of(plan.installation().location()).resolveSibling(OWN_MODULES);
        return Files.isDirectory(folder) ? Optional.of(folder) : Optional.empty();
    }

    private Path file() {
        return plan.directory().resolve(FILE);
    }

    /** What Varnish keeps its shared memory and its compiled configuration in. */
    static Path workFolder(ProxyPlan plan) {
        return plan.directory().resolve("work");
    }
}
