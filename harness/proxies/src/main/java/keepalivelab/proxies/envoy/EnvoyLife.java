package keepalivelab.proxies.envoy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import keepalivelab.api.CounterMeaning;
import keepalivelab.api.Knob;
import keepalivelab.api.LedgerCount;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.RunningProxy.LogFindings;
import keepalivelab.proxies.process.Await;
import keepalivelab.proxies.process.LogTail;
import keepalivelab.proxies.process.NativeLife;
import keepalivelab.proxies.process.NativeText;
import keepalivelab.proxies.process.OwnAnswer;
import keepalivelab.proxies.process.PlainLog;
import keepalivelab.proxies.process.ReadyProbe;

/**
 * The life of one Envoy.
 *
 * @param plan what it is started for
 * @param command that starts it
 */
record EnvoyLife(ProxyPlan plan, List<String> command) implements NativeLife {
    private static final int TAIL_LINES = 20;
    private static final Duration IN_FLIGHT_LIMIT = Duration.ofSeconds(5);
    private static final Pattern PORT_TAKEN = Pattern.compile(".*cannot bind .*: Address already in use.*");
    private static final Pattern COMPLAINT = Pattern.compile("^\\[[^]]*\\]\\[\\d+\\]\\[(warning|error|critical)\\].*");
    private static final Pattern ALERT = Pattern.compile("^\\[[^]]*\\]\\[\\d+\\]\\[critical\\].*");
    private static final Pattern EARLY_CLOSE = Pattern.compile("\\S+ UC .*");
    private static final String CLUSTER = "cluster.upstream.";
    private static final Pattern COUNT = Pattern.compile("([a-z0-9_.]+): (\\d+)");
    private static final String ACTIVE = "http.measured.downstream_rq_active";

    /** Of the cluster's counters those about connections and requests; not how often each second of a histogram occurred. */
    private static final String COUNTERS = "/stats?filter=^cluster\\.upstream\\.upstream_(cx|rq)_"
            + "(total|active|connect_fail|connect_timeout|idle_timeout|max_requests|max_duration_reached|overflow"
            + "|destroy.*|retry.*|pending_(total|overflow|failure_eject))$";

    @Override
    public String name() {
        return "Envoy " + plan.installation().version();
    }

    Path adminSocket() {
        return plan.directory().resolve(EnvoyConfig.ADMIN_SOCKET);
    }

    @Override
    public List<String> check() {
        List<String> check = new ArrayList<>(command);
        check.addAll(List.of("--mode", "validate"));
        return check;
    }

    @Override
    public List<String> complaints(List<String> lines) {
        List<String> complaints =
                lines.stream().filter(line -> COMPLAINT.matcher(line).matches()).toList();
        return complaints.isEmpty() ? lines : complaints;
    }

    @Override
    public boolean ready() {
        return new ReadyProbe(plan.listen(), "/-ready", 204, NativeText.readyMark(plan)).answers();
    }

    @Override
    public boolean saysPortTaken() {
        return errors().count(PORT_TAKEN) > 0;
    }

    @Override
    public boolean handlesInOneThread() {
        return plan.knobs().count(Knob.WORKERS).orElse(1) == 1;
    }

    /** TERM drops what is in flight: it is answered first, while nobody new is let in. */
    @Override
    public void beforeStop() {
        if (!OwnAnswer.to(adminSocket(), "POST", "/drain_listeners").isEmpty()) {
            Await.until(() -> counts("/stats?filter=^" + ACTIVE + "$").getOrDefault(ACTIVE, 0L) == 0, IN_FLIGHT_LIMIT);
        }
    }

    /** The access log has a line for each request whose upstream connection ended early, complete once Envoy has ended. */
    @Override
    public LogFindings log() {
        PlainLog access = new PlainLog(plan.directory().resolve(EnvoyConfig.ACCESS_LOG));
        return new LogFindings(
                OptionalLong.of(access.count(EARLY_CLOSE)),
                errors().lines(ALERT),
                LogTail.of(errors().file(), TAIL_LINES));
    }

    private PlainLog errors() {
        return new PlainLog(plan.directory().resolve("proxy.err"));
    }

    @Override
    public Map<String, Long> counters() {
        Map<String, Long> counters = new LinkedHashMap<>();
        counts(COUNTERS).forEach((name, count) -> counters.put(name.substring(CLUSTER.length()), count));
        return counters;
    }

    private Map<String, Long> counts(String path) {
        Map<String, Long> counts = new LinkedHashMap<>();
        OwnAnswer.to(adminSocket(), "GET", path).lines().forEach(line -> {
            Matcher count = COUNT.matcher(line);
            if (count.matches()) {
                counts.put(count.group(1), Long.valueOf(count.group(2)));
            }
        });
        return counts;
    }

    @Override
    public List<CounterMeaning> counterMeanings() {
        return List.of(
                CounterMeaning.same("upstream_cx_total", LedgerCount.ACCEPTS).less("upstream_cx_connect_fail"),
                CounterMeaning.same("upstream_rq_total", LedgerCount.ARRIVALS));
    }
}
