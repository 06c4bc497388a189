package keepalivelab.proxies.go;

import java.util.List;
import java.util.Map;
import keepalivelab.api.Knob;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.Rendering;
import keepalivelab.proxies.process.Directives;
import keepalivelab.proxies.process.NativeTemplate;
import keepalivelab.proxies.process.NativeText;

/**
 * A plan as the flags of our program.
 *
 * @param plan what to translate
 */
record GoConfig(ProxyPlan plan) {
    static final String FILE = "go.flags";
    static final String READY_PATH = "/-ready";

    private static final NativeTemplate TEMPLATE = NativeTemplate.resource(GoConfig.class, FILE);

    /** Renders it. Touches nothing. */
    Rendering render() {
        GoKnobs knobs = new GoKnobs(plan.knobs());
        Directives directives = Directives.of(plan, knobs::directive);
        Map<String, String> gaps = directives.gaps();
        gaps.put("listen", NativeText.address(plan.listen()));
        gaps.put("upstream", NativeText.address(plan.upstream()));
        gaps.put("ready-mark", NativeText.readyMark(plan));
        gaps.put("keep-alive", knobs.keepAlive());
        return new Rendering(
                Map.of(FILE, TEMPLATE.fill(gaps)),
                List.of(
                        plan.installation().location(),
                        plan.directory().resolve(FILE).toString()),
                directives.statuses(),
                directives.notes(),
                plan.knobs().count(Knob.POOL_MAX_TOTAL));
    }
}
