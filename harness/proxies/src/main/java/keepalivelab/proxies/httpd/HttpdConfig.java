package keepalivelab.proxies.httpd;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.Rendering;
import keepalivelab.proxies.process.Directives;
import keepalivelab.proxies.process.NativeTemplate;
import keepalivelab.proxies.process.NativeText;

/**
 * A plan in httpd's language.
 *
 * @param plan what to translate
 * @param user the user that the harness runs as
 */
record HttpdConfig(ProxyPlan plan, String user) {
    static final String FILE = "httpd.conf";
    static final String ERROR_LOG = "error.log";
    static final String READY_PATH = "/-ready";

    private static final NativeTemplate TEMPLATE = NativeTemplate.resource(HttpdConfig.class, FILE);
    /** Number of the user and group nobody; httpd started by root insists on becoming somebody else. */
    private static final String NOBODY = "User \"#65534\"\nGroup \"#65534\"";
    /** Debian's, then those of other packages; the last is that of a build from source, beside its bin folder. */
    private static final List<String> MODULE_FOLDERS =
            List.of("/usr/lib/apache2/modules", "/usr/lib64/httpd/modules", "/usr/lib/httpd/modules");

    /** Renders it. Writes nothing. */
    Rendering render() {
        HttpdKnobs knobs = new HttpdKnobs(plan.knobs());
        Directives directives = Directives.of(plan, knobs::directive);
        return new Rendering(
                Map.of(FILE, text(knobs, directives)),
                command(),
                directives.statuses(),
                directives.notes(),
                OptionalLong.of(knobs.workers() * knobs.limitOfChild().orElse(HttpdKnobs.THREADS)));
    }

    private String text(HttpdKnobs knobs, Directives directives) {
        Map<String, String> gaps = directives.gaps();
        gaps.put("version", plan.installation().version());
        gaps.put("directory", quoted(plan.directory()));
        gaps.put("user", user.equals("root") ? NOBODY : "");
        gaps.put("modules", quoted(modules()));
        gaps.put("listen", NativeText.address(plan.listen()));
        gaps.put("upstream", NativeText.address(plan.upstream()));
        gaps.put("ready-mark", NativeText.readyMark(plan));
        gaps.put("children", Long.toString(knobs.workers()));
        gaps.put("threads", Long.toString(HttpdKnobs.THREADS));
        gaps.put("all-threads", Long.toString(HttpdKnobs.THREADS * knobs.workers()));
        gaps.put("pool.limit", knobs.limit());
        return TEMPLATE.fill(gaps);
    }

    private Path modules() {
        Path binary = Path.of(plan.installation().location());
        return MODULE_FOLDERS.stream()
                .filter(folder -> binary.startsWith("/usr/bin") || binary.startsWith("/usr/sbin"))
                .map(Path::of)
                .filter(Files::isDirectory)
                .findFirst()
                .orElse(binary.resolveSibling("../modules").normalize());
    }

    /** In the foreground, with a parent process: without one httpd ignores the signal for a graceful stop. */
    private List<String> command() {
        return List.of(
                plan.installation().location(),
                "-f",
                plan.directory().resolve(FILE).toString(),
                "-DFOREGROUND");
    }

    private static String quoted(Path path) {
        return path.toString().replace("\\", "\\\\").replace("\"", "\\\"");
    }
}
