package keepalivelab.proxies.haproxy;

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
 * A plan in HAProxy's language.
 *
 * @param plan what to translate
 */
record HaproxyConfig(ProxyPlan plan) {
    static final String FILE = "haproxy.cfg";

    private static final NativeTemplate TEMPLATE = NativeTemplate.resource(HaproxyConfig.class, FILE);

    /** Renders it. Touches nothing. */
    Rendering render() {
        HaproxyKnobs knobs = new HaproxyKnobs(
                plan.knobs(), DottedVersion.of(plan.installation().version()));
        Directives directives = Directives.of(plan, knobs::directive);
        return new Rendering(
                Map.of(FILE, text(directives)),
                List.of(
                        plan.installation().location(),
                        "-db",
                        "-f",
                        plan.directory().resolve(FILE).toString()),
                directives.statuses(),
                directives.notes(),
                plan.knobs().count(Knob.POOL_MAX_TOTAL));
    }

    private String text(Directives directives) {
        Map<String, String> gaps = directives.gaps();
        gaps.put("version", plan.installation().version());
        gaps.put("listen", NativeText.address(plan.listen()));
        gaps.put("upstream", NativeText.address(plan.upstream()));
        gaps.put("ready-mark", NativeText.readyMark(plan));
        return TEMPLATE.fill(gaps);
    }
}
