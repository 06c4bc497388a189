package keepalivelab.proxies.embedded;

import com.google.auto.service.AutoService;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import keepalivelab.api.CapabilitySheet;
import keepalivelab.api.CounterMeaning;
import keepalivelab.api.EarlyClose;
import keepalivelab.api.InputException;
import keepalivelab.api.Installation;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobStatus;
import keepalivelab.api.LedgerCount;
import keepalivelab.api.PoolFactory;
import keepalivelab.api.ProxyDriver;
import keepalivelab.api.ProxyFailedException;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.Rendering;
import keepalivelab.api.RunningProxy;
import keepalivelab.api.VersionFile;

/** Drives the embedded proxy: a JVM of its own, of the kind that runs this, with the pool that the variant names. */
@AutoService(ProxyDriver.class)
public final class EmbeddedDriver implements ProxyDriver {
    static final String ID = "embedded";

    private static final List<CounterMeaning> HTTP_MEANINGS = List.of(
            CounterMeaning.same(Counter.DIALS.key(), LedgerCount.ACCEPTS).less(Counter.DIAL_FAILURES.key()),
            CounterMeaning.same(Counter.REUSES.key(), LedgerCount.REUSES));

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return "the HTTP/1.1 reverse proxy that comes with this tool; the variant names its pool";
    }

    @Override
    public List<String> variants() {
        return PoolFactory.all().stream().map(PoolFactory::id).toList();
    }

    @Override
    public List<Installation> installations() {
        return List.of(new Installation(
                ID,
                VersionFile.beside(EmbeddedDriver.class),
                ChildCommand.java().toString(),
                "part of this tool"));
    }

    @Override
    public Installation locate(Optional<String> target) {
        Installation own = installations().get(0);
        target.filter(wanted -> !wanted.equals(own.version())).ifPresent(wanted -> {
            throw new InputException("embedded@" + wanted + ": there is only version " + own.version()
                    + ", part of this tool; a pool is written embedded:lifo");
        });
        return own;
    }

    @Override
    public Map<Knob, KnobStatus> capabilities(Installation installation) {
        EnumMap<Knob, KnobStatus> capabilities = new EnumMap<>(Knob.class);
        for (Knob knob : Knob.values()) {
            capabilities.put(knob, EmbeddedKnobs.status(knob));
        }
        return capabilities;
    }

    @Override
    public CapabilitySheet sheet(Installation installation) {
        return new CapabilitySheet(
                        "the whole process; each worker for the pools per-worker and, as its original, thread-lru",
                        Duration.ofMillis(1),
                        CapabilitySheet.WhenFull.NO_LIMIT,
                        "by retry.rule: idempotent methods when a reused connection fails (default), any request of at"
                                + " most 64 KiB then, or none; at most one further attempt",
                        List.of("a JVM of its own with a fixed heap"))
                .with(EarlyClose.of(Knob.RETRY_RULE.embeddedDefault(), "502"));
    }

    @Override
    public Rendering render(ProxyPlan plan) {
        String pool = plan.variant().orElse(EmbeddedConfig.DEFAULT_POOL);
        // Found now, so that a mistyped pool is an error before anything starts.
        PoolFactory factory = PoolFactory.of(pool);
        Map<Knob, KnobStatus> statuses = EmbeddedKnobs.statuses(plan.knobs());
        EmbeddedConfig config = new EmbeddedConfig(plan.listen(), plan.upstream(), plan.probe(), pool, plan.knobs());
        EmbeddedKnobs.checkTogether(config);
        ChildCommand command = ChildCommand.of(EmbeddedStart.CONFIG_FILE);
        Map<String, String> files = new java.util.LinkedHashMap<>();
        files.put(EmbeddedStart.CONFIG_FILE, config.text());
        files.putAll(command.files());
        boolean pools = !config.value(Knob.ROLE).equals("answer");
        List<String> notes = pools ? List.of(pool + ": " + factory.semantics()) : List.of();
        return new Rendering(files, command.words(), statuses, notes);
    }

    @Override
    public RunningProxy start(ProxyPlan plan, Rendering rendering) throws ProxyFailedException {
        boolean http = plan.knobs().text(Knob.ROLE).orElse("http").equals("http");
        return EmbeddedStart.of(ID, plan, rendering, http ? HTTP_MEANINGS : List.of());
    }
}
