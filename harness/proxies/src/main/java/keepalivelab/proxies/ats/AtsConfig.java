package keepalivelab.proxies.ats;

import java.net.Inet6Address;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import keepalivelab.api.Knob;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.Rendering;
import keepalivelab.proxies.process.Directives;
import keepalivelab.proxies.process.NativeTemplate;
import keepalivelab.proxies.process.NativeText;

/**
 * A plan in Traffic Server's language.
 *
 * @param plan what to translate
 */
record AtsConfig(ProxyPlan plan) {
    static final String STATISTICS_PATH = "/_stats";

    private static final String RUN_ROOT = "runroot.yaml";
    /** In the order a reader should see them. */
    private static final List<String> ETC =
            List.of("records.config", "remap.config", "plugin.config", "ip_allow.yaml", "resolv.conf");

    /** Renders it. Writes nothing. */
    Rendering render() {
        AtsKnobs knobs = new AtsKnobs(plan.knobs());
        Directives directives = Directives.of(plan, knobs::directive);
        Map<String, String> gaps = gaps(directives);
        gaps.put("keep-alive", knobs.keepAlive());
        return new Rendering(
                files(gaps),
                command(plan),
                directives.statuses(),
                directives.notes(),
                plan.knobs().count(Knob.POOL_MAX_TOTAL));
    }

    private Map<String, String> gaps(Directives directives) {
        Path programs = Path.of(plan.installation().location()).toAbsolutePath().resolveSibling("");
        Map<String, String> gaps = directives.gaps();
        gaps.put("version", plan.installation().version());
        gaps.put("directory", plan.directory().toString());
        gaps.put(
                "quoted-directory",
                plan.directory().toString().replace("\\", "\\\\").replace("\"", "\\\""));
        gaps.put("programs", programs.toString());
        gaps.put("libraries", existing(programs, "../lib/trafficserver", "../lib"));
        gaps.put("plugins", existing(programs, "../lib/trafficserver/modules", "../libexec/trafficserver"));
        gaps.put("listen", listen());
        gaps.put("listen-host", NativeText.host(plan.listen()));
        gaps.put("upstream", NativeText.address(plan.upstream()));
        gaps.put("ready-mark", NativeText.readyMark(plan));
        return gaps;
    }

    private static String existing(Path programs, String packaged, String built) {
        return Stream.of(packaged, built)
                .map(name -> programs.resolve(name).normalize())
                .filter(Files::isDirectory)
                .findFirst()
                .orElse(programs.resolve(built).normalize())
                .toString();
    }

    private String listen() {
        boolean six = plan.listen().getAddress() instanceof Inet6Address;
        String host = NativeText.host(plan.listen());
        return plan.listen().getPort() + ":ip-in=" + (six ? "[" + host + "]" : host);
    }

    private static Map<String, String> files(Map<String, String> gaps) {
        Map<String, String> files = new LinkedHashMap<>();
        ETC.forEach(name -> files.put("etc/" + name, text(name, gaps)));
        files.put("etc/storage.config", "# No cache.\n");
        files.put(RUN_ROOT, text(RUN_ROOT, gaps));
        return files;
    }

    private static String text(String name, Map<String, String> gaps) {
        return NativeTemplate.resource(AtsConfig.class, name).fill(gaps);
    }

    private static List<String> command(ProxyPlan plan) {
        return List.of(
                plan.installation().location(), "--run-root=" + plan.directory().resolve(RUN_ROOT));
    }
}
