package keepalivelab.proxies.envoy;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import keepalivelab.api.Knob;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.Rendering;
import keepalivelab.proxies.process.Directives;
import keepalivelab.proxies.process.NativeTemplate;
import keepalivelab.proxies.process.NativeText;

/**
 * A plan in Envoy's language.
 *
 * @param plan what to translate
 */
record EnvoyConfig(ProxyPlan plan) {
    static final String FILE = "envoy.yaml";
    static final String ADMIN_SOCKET = "admin.sock";
    static final String ACCESS_LOG = "access.log";

    /** What Envoy allows where nothing is said (circuit_breaker.proto). */
    private static final long DEFAULT_CONNECTIONS = 1024;

    private static final NativeTemplate MAIN = NativeTemplate.resource(EnvoyConfig.class, FILE);
    private static final NativeTemplate ROUTE = NativeTemplate.resource(EnvoyConfig.class, "route.yaml");

    /** Renders it. Touches nothing. */
    Rendering render() {
        EnvoyKnobs knobs = new EnvoyKnobs(plan.knobs());
        Directives directives = Directives.of(plan, knobs::directive);
        OptionalLong limit = knobs.connections();
        return new Rendering(
                Map.of(FILE, text(knobs, directives)),
                command(directives),
                directives.statuses(),
                directives.notes(),
                OptionalLong.of(limit.orElse(DEFAULT_CONNECTIONS)));
    }

    private String text(EnvoyKnobs knobs, Directives directives) {
        Map<String, String> gaps = directives.gaps();
        gaps.put("version", plan.installation().version());
        gaps.put("directory", quoted(plan.directory().toString()));
        address("listen", plan.listen(), gaps);
        address("upstream", plan.upstream(), gaps);
        gaps.put("ready-mark", NativeText.readyMark(plan));
        OptionalLong connections = knobs.connections();
        gaps.put("max-connections", connections.isPresent() ? "max_connections: " + connections.getAsLong() : "");
        String maxRequests = directives.directive(Knob.POOL_MAX_REQUESTS).text();
        gaps.put("max-requests", knobs.pools() ? maxRequests : EnvoyKnobs.ONE_REQUEST);
        gaps.put("whole-answer", plan.knobs().isNative(Knob.RESPONSE_TIMEOUT) ? "" : "timeout: 0s");
        gaps.put("routes", routes(directives, gaps));
        return MAIN.fill(gaps);
    }

    /** One route for all requests; where only some methods are sent again, one for them before it. */
    private String routes(Directives directives, Map<String, String> gaps) {
        String retry = directives.directive(Knob.RETRY_RULE).text();
        boolean some = plan.knobs()
                .text(Knob.RETRY_RULE)
                .filter("idempotent-on-reused"::equals)
                .isPresent();
        StringBuilder routes = new StringBuilder();
        if (some) {
            routes.append(route(EnvoyKnobs.SAFE_METHODS, retry, gaps));
        }
        return routes.append(route("", some ? "" : retry, gaps)).toString().stripTrailing();
    }

    private static String route(String methods, String retry, Map<String, String> gaps) {
        Map<String, String> all = new HashMap<>(gaps);
        all.put("methods", methods);
        all.put("retry", retry);
        return ROUTE.fill(all);
    }

    private static void address(String name, InetSocketAddress address, Map<String, String> gaps) {
        gaps.put(name + "-host", NativeText.host(address));
        gaps.put(name + "-port", Integer.toString(address.getPort()));
    }

    private List<String> command(Directives directives) {
        List<String> command = new ArrayList<>(List.of(
                plan.installation().location(),
                "-c",
                plan.directory().resolve(FILE).toString(),
                "--disable-hot-restart",
                "-l",
                "warning"));
        String workers = directives.directive(Knob.WORKERS).text();
        if (!workers.isEmpty()) {
            command.addAll(List.of("--concurrency", workers));
        }
        return command;
    }

    private static String quoted(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"");
    }
}
