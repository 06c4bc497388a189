package keepalivelab.proxies.traefik;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.Rendering;
import keepalivelab.proxies.process.Directives;
import keepalivelab.proxies.process.NativeTemplate;
import keepalivelab.proxies.process.NativeText;

/**
 * A plan in Traefik's language.
 *
 * @param plan what to translate
 */
record TraefikConfig(ProxyPlan plan) {
    static final String STATIC = "static.yml";
    static final String DYNAMIC = "dynamic.yml";

    private static final NativeTemplate STATIC_TEMPLATE = NativeTemplate.resource(TraefikConfig.class, STATIC);
    private static final NativeTemplate DYNAMIC_TEMPLATE = NativeTemplate.resource(TraefikConfig.class, DYNAMIC);

    /** Renders it. Touches nothing. */
    Rendering render() {
        TraefikKnobs knobs = new TraefikKnobs(plan.knobs());
        Directives directives = Directives.of(plan, knobs::directive);
        return new Rendering(
                files(knobs, directives),
                List.of(
                        plan.installation().location(),
                        "--configfile=" + plan.directory().resolve(STATIC)),
                directives.statuses(),
                directives.notes());
    }

    private Map<String, String> files(TraefikKnobs knobs, Directives directives) {
        Map<String, String> gaps = directives.gaps();
        gaps.put("version", plan.installation().version());
        gaps.put("directory", quoted(plan.directory().toString()));
        gaps.put("listen", NativeText.address(plan.listen()));
        gaps.put("upstream", NativeText.address(plan.upstream()));
        gaps.put("ready-mark", NativeText.readyMark(plan));
        gaps.put("max-idle", Long.toString(knobs.maxIdle()));
        Map<String, String> files = new LinkedHashMap<>();
        files.put(STATIC, STATIC_TEMPLATE.fill(gaps));
        files.put(DYNAMIC, DYNAMIC_TEMPLATE.fill(gaps));
        return files;
    }

    private static String quoted(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"");
    }
}
