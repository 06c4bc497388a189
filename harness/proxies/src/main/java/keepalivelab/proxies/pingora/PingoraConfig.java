package keepalivelab.proxies.pingora;

import java.nio.file.Path;
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
 * A plan as settings of the program around pingora.
 *
 * @param plan what to translate
 */
record PingoraConfig(ProxyPlan plan) {
    static final String FILE = "pingora.conf";

    private static final NativeTemplate TEMPLATE = NativeTemplate.resource(PingoraConfig.class, FILE);

    /** Renders it. Touches nothing. */
    Rendering render() {
        DottedVersion version = DottedVersion.of(plan.installation().version());
        Directives directives = Directives.of(plan, new PingoraKnobs(plan.knobs(), version)::directive);
        return new Rendering(
                Map.of(FILE, text(directives)), command(plan, "--run"), directives.statuses(), directives.notes());
    }

    private String text(Directives directives) {
        Map<String, String> gaps = directives.gaps();
        gaps.put("version", plan.installation().version());
        gaps.put(
                "role-word",
                plan.knobs().text(Knob.ROLE).filter("answer"::equals).orElse("http"));
        gaps.put("listen", NativeText.address(plan.listen()));
        gaps.put("upstream", NativeText.address(plan.upstream()));
        gaps.put("ready-mark", NativeText.readyMark(plan));
        return TEMPLATE.fill(gaps);
    }

    /** The program with the plan's settings. */
    static List<String> command(ProxyPlan plan, String what) {
        Path file = plan.directory().resolve(FILE);
        return List.of(plan.installation().location(), what, file.toString());
    }
}
