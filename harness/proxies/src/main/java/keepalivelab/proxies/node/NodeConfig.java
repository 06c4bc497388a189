package keepalivelab.proxies.node;

import java.util.List;
import java.util.Map;
import keepalivelab.api.Knob;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.Rendering;
import keepalivelab.proxies.process.Directives;
import keepalivelab.proxies.process.NativeTemplate;
import keepalivelab.proxies.process.NativeText;

/**
 * A plan as the flags of one of our programs.
 *
 * @param plan what to translate
 */
record NodeConfig(ProxyPlan plan) {
    static final String READY_PATH = "/-ready";

    private static final String AGENT_FILE = "node.flags";
    private static final String UNDICI_FILE = "undici.flags";

    /** For the program on {@code http.Agent}. Touches nothing. */
    Rendering agent() {
        NodeKnobs knobs = new NodeKnobs(plan.knobs());
        Directives directives = Directives.of(plan, knobs::directive);
        Map<String, String> gaps = gaps(directives);
        gaps.put("keep-alive", knobs.keepAlive());
        return new Rendering(
                Map.of(AGENT_FILE, text(AGENT_FILE, gaps)),
                command(AGENT_FILE),
                directives.statuses(),
                directives.notes(),
                plan.knobs().count(Knob.POOL_MAX_TOTAL));
    }

    /** For the program on undici's {@code Pool}. Touches nothing. */
    Rendering undici() {
        UndiciKnobs knobs = new UndiciKnobs(plan.knobs());
        Directives directives = Directives.of(plan, knobs::directive);
        Map<String, String> gaps = gaps(directives);
        gaps.put("keep-alive", knobs.keepAlive());
        gaps.put("connections", knobs.connections());
        return new Rendering(
                Map.of(UNDICI_FILE, text(UNDICI_FILE, gaps)),
                command(UNDICI_FILE),
                directives.statuses(),
                directives.notes(),
                knobs.limit());
    }

    private Map<String, String> gaps(Directives directives) {
        Map<String, String> gaps = directives.gaps();
        gaps.put("listen", NativeText.address(plan.listen()));
        gaps.put("upstream", NativeText.address(plan.upstream()));
        gaps.put("ready-mark", NativeText.readyMark(plan));
        return gaps;
    }

    private static String text(String file, Map<String, String> gaps) {
        return NativeTemplate.resource(NodeConfig.class, file).fill(gaps);
    }

    private List<String> command(String file) {
        return List.of(
                plan.installation().location(), plan.directory().resolve(file).toString());
    }
}
