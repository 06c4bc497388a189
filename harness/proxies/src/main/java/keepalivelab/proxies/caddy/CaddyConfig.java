package keepalivelab.proxies.caddy;

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
 * A plan in Caddy's language.
 *
 * @param plan what to translate
 */
record CaddyConfig(ProxyPlan plan) {
    static final String FILE = "Caddyfile";

    /** The option persist_config: 2.6.2 refuses it, 2.11.7 takes it; between them nothing was tried. */
    private static final String PERSIST_CONFIG = "2.7";

    private static final NativeTemplate TEMPLATE = NativeTemplate.resource(CaddyConfig.class, FILE);

    /** Renders it. Touches nothing. */
    Rendering render() {
        CaddyKnobs knobs = new CaddyKnobs(plan.knobs());
        Directives directives = Directives.of(plan, knobs::directive);
        return new Rendering(
                Map.of(FILE, text(knobs, directives)),
                command("run"),
                directives.statuses(),
                directives.notes(),
                plan.knobs().count(Knob.POOL_MAX_TOTAL));
    }

    private String text(CaddyKnobs knobs, Directives directives) {
        Map<String, String> gaps = directives.gaps();
        gaps.put("version", plan.installation().version());
        boolean persists = DottedVersion.of(plan.installation().version()).atLeast(PERSIST_CONFIG);
        gaps.put("persist", persists ? "persist_config off" : "");
        gaps.put("host", NativeText.host(plan.listen()));
        gaps.put("port", Integer.toString(plan.listen().getPort()));
        gaps.put("upstream", NativeText.address(plan.upstream()));
        gaps.put("ready-mark", NativeText.readyMark(plan));
        gaps.put("keepalive", knobs.keepalive());
        return TEMPLATE.fill(gaps);
    }

    /** The command line of one of Caddy's commands on the configuration. */
    List<String> command(String word) {
        return List.of(
                plan.installation().location(),
                word,
                "--config",
                plan.directory().resolve(FILE).toString(),
                "--adapter",
                "caddyfile");
    }
}
