package keepalivelab.proxies.squid;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import keepalivelab.api.Knob;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.Rendering;
import keepalivelab.proxies.process.Directives;
import keepalivelab.proxies.process.NativeTemplate;
import keepalivelab.proxies.process.NativeText;

/**
 * A plan in Squid's language.
 *
 * @param plan what to translate
 * @param unprivileged the user that it becomes because root has started it; empty where somebody else did
 */
record SquidConfig(ProxyPlan plan, String unprivileged) {
    static final String FILE = "squid.conf";
    static final String READY_PATH = "/squid-internal-mgr/info";

    private static final NativeTemplate TEMPLATE = NativeTemplate.resource(SquidConfig.class, FILE);
    /** Folder, beside the start script of an installation of our own, of what the system has in {@code /}. */
    private static final String OWN_ROOT = "root";

    /** Renders it. Writes nothing. */
    Rendering render() {
        SquidKnobs knobs = new SquidKnobs(plan.knobs());
        Directives directives = Directives.of(plan, knobs::directive);
        return new Rendering(
                Map.of(FILE, text(knobs, directives)),
                List.of(plan.installation().location(), "-N", "-f", FILE),
                directives.statuses(),
                directives.notes(),
                plan.knobs().count(Knob.POOL_MAX_TOTAL));
    }

    private String text(SquidKnobs knobs, Directives directives) {
        Map<String, String> gaps = directives.gaps();
        gaps.put("version", plan.installation().version());
        gaps.put("user", unprivileged.isEmpty() ? "" : "cache_effective_user " + unprivileged);
        gaps.put("listen", NativeText.address(plan.listen()));
        gaps.put("upstream-host", NativeText.host(plan.upstream()));
        gaps.put("upstream-port", Integer.toString(plan.upstream().getPort()));
        gaps.put("ready-mark", readyName(plan));
        gaps.put("connection", knobs.connection());
        gaps.put("installation", String.join("\n", installation()));
        return TEMPLATE.fill(gaps);
    }

    /** Where an installation of our own has the files that Squid looks for below {@code /usr}. */
    private List<String> installation() {
        Path root = Path.of(plan.installation().location()).resolveSibling(OWN_ROOT);
        List<String> lines = new ArrayList<>();
        if (Files.isDirectory(root.resolve("usr/share/squid"))) {
            lines.add("mime_table " + root.resolve("usr/share/squid/mime.conf"));
            lines.add("icon_directory " + root.resolve("usr/share/squid/icons"));
            lines.add("error_directory " + root.resolve("usr/share/squid/errors/templates"));
            lines.add("unlinkd_program " + root.resolve("usr/lib/squid/unlinkd"));
        }
        return lines;
    }

    /** What it calls itself: a host's name. */
    static String readyName(ProxyPlan plan) {
        return "lab-" + NativeText.readyMark(plan) + ".test";
    }
}
