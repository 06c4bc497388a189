package keepalivelab.proxies.varnish;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import keepalivelab.api.CounterMeaning;
import keepalivelab.api.EnvironmentException;
import keepalivelab.api.LedgerCount;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.RunningProxy.LogFindings;
import keepalivelab.proxies.process.NativeLife;
import keepalivelab.proxies.process.NativeText;
import keepalivelab.proxies.process.PlainLog;
import keepalivelab.proxies.process.ReadyProbe;

/**
 * The life of one Varnish. Its log is in shared memory and ends with it, so the lines that count are saved before it is
 * stopped.
 *
 * @param plan what it is started for
 * @param tools that read its shared memory
 * @param printed what it prints
 * @param saved what its log said of failed fetches
 */
record VarnishLife(ProxyPlan plan, VarnishTools tools, PlainLog printed, Path saved) implements NativeLife {
    private static final int TAIL_LINES = 20;
    /** The response's head ended early; a reset reads the same. */
    private static final String EARLY_CLOSE = "HTC eof";

    VarnishLife(ProxyPlan plan) {
        this(
                plan,
                new VarnishTools(Path.of(plan.installation().location()), VarnishConfig.workFolder(plan)),
                new PlainLog(plan.directory().resolve("proxy.err")),
                plan.directory().resolve("fetch-errors.log"));
    }

    @Override
    public String name() {
        return "Varnish " + plan.installation().version();
    }

    @Override
    public List<String> check() {
        return new VarnishConfig(plan).check();
    }

    @Override
    public boolean ready() {
        return new ReadyProbe(plan.listen(), VarnishConfig.READY_PATH, 204, NativeText.readyMark(plan)).answers();
    }

    @Override
    public boolean saysPortTaken() {
        return printed.containing("Address already in use") > 0;
    }

    @Override
    public void beforeStop() {
        tools.fetchErrors().ifPresent(this::save);
    }

    private void save(List<String> lines) {
        try {
            Files.write(saved, lines);
        } catch (IOException e) {
            throw new EnvironmentException("cannot write " + saved + ": " + e);
        }
    }

    @Override
    public LogFindings log() {
        return new LogFindings(
                earlyCloses(),
                printed.lines(line -> line.contains("Panic") || line.matches(".*Child \\(\\d+\\) died.*")),
                printed.tail(TAIL_LINES));
    }

    private OptionalLong earlyCloses() {
        Optional<List<String>> errors =
                Files.exists(saved) ? Optional.of(new PlainLog(saved).lines(line -> true)) : tools.fetchErrors();
        return errors.stream()
                .mapToLong(lines -> lines.stream()
                        .filter(line -> line.contains(EARLY_CLOSE))
                        .count())
                .findFirst();
    }

    @Override
    public Map<String, Long> counters() {
        return tools.counters();
    }

    @Override
    public List<CounterMeaning> counterMeanings() {
        return List.of(
                CounterMeaning.same("MAIN.backend_conn", LedgerCount.ACCEPTS),
                CounterMeaning.same("MAIN.backend_reuse", LedgerCount.REUSES));
    }
}
