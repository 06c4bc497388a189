package keepalivelab.backend.behaviour;

import com.google.auto.service.AutoService;
import java.time.Duration;
import java.util.List;
import keepalivelab.api.DurationText;
import keepalivelab.backend.rule.Arguments;
import keepalivelab.backend.rule.Behaviour;
import keepalivelab.backend.rule.BehaviourFactory;
import keepalivelab.backend.rule.CloseCause;
import keepalivelab.backend.rule.Effect;
import keepalivelab.backend.rule.Rule;
import keepalivelab.backend.rule.Trigger;

/** An idle timeout that the peer meets as a reset. */
@AutoService(BehaviourFactory.class)
public final class IdleRst implements BehaviourFactory {
    @Override
    public String id() {
        return "idle-rst";
    }

    @Override
    public String form() {
        return "idle-rst(t)";
    }

    @Override
    public String meaning() {
        return "a reset when the connection was idle for t";
    }

    @Override
    public List<String> examples() {
        return List.of("idle-rst(300ms)");
    }

    @Override
    public Behaviour create(Arguments arguments) {
        Duration time = arguments.atMost(1).time(0, "t");
        return new Behaviour(
                "idle-rst(" + DurationText.format(time) + ")",
                List.of(Rule.always(new Trigger.Idle(time, Duration.ZERO), new Effect.Rst(CloseCause.TIMER))));
    }
}
