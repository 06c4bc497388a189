package keepalivelab.app.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import keepalivelab.api.ProxyFailedException;
import keepalivelab.api.RunningProxy;
import keepalivelab.backend.CountingBackend;
import keepalivelab.backend.IdleClose;
import keepalivelab.load.FactSource;
import keepalivelab.load.LoadPlan;
import keepalivelab.load.Stage;

/**
 * What a script sees of the backend, and does to backend and proxy. Closing lets a paused proxy go on. Thread-safe.
 */
final class ScriptStage implements Stage, FactSource, AutoCloseable {
    private final CountingBackend backend;
    private final RunningProxy proxy;
    private final List<String> problems = Collections.synchronizedList(new ArrayList<>());

    ScriptStage(CountingBackend backend, RunningProxy proxy) {
        this.backend = backend;
        this.proxy = proxy;
    }

    /** Whether a script stops the proxy, which not every proxy can be. */
    static boolean pauses(LoadPlan plan) {
        return plan instanceof LoadPlan.Script script
                && script.played().contains(new LoadPlan.Step.Act(LoadPlan.Action.PAUSE_PROXY));
    }

    @Override
    public long value(LoadPlan.Fact.What what) {
        return switch (what) {
            case OPEN_CONNECTIONS -> backend.openConnections();
            case HELD_CONNECTIONS -> backend.heldConnections();
            case ACCEPTS -> backend.accepts();
            case EXCHANGES -> backend.exchanges();
            case IN_FLIGHT -> backend.inFlight();
            case UNANSWERED -> throw new IllegalArgumentException("the generator knows by itself what is " + what);
        };
    }

    @Override
    public boolean perform(LoadPlan.Action action) {
        try {
            switch (action) {
                case CLOSE_IDLE -> backend.closeIdle(IdleClose.FIN);
                case RESET_IDLE -> backend.closeIdle(IdleClose.RST);
                case END_IDLE -> backend.closeIdle(IdleClose.END_OUTPUT);
                case STOP_LISTENING -> backend.stopListening();
                case LISTEN -> backend.listen();
                case PAUSE_PROXY -> proxy.pause();
                case RESUME_PROXY -> proxy.resume();
            }
            return true;
        } catch (ProxyFailedException e) {
            problems.add(e.getMessage());
            return false;
        }
    }

    /** What could not be done, one line each; empty if everything could. */
    List<String> problems() {
        return List.copyOf(problems);
    }

    @Override
    public void close() {
        proxy.resume();
    }
}
