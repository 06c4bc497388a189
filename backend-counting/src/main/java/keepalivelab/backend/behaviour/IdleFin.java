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

/** A server's idle timeout. */
@AutoService(BehaviourFactory.class)
public final class IdleFin implements BehaviourFactory {
    @Override
    public String id() {
        return "idle-fin";
    }

    @Override
    public String form() {
        return "idle-fin(t[, jitter])";
    }

    @Override
    public String meaning() {
        return "an orderly close when the connection was idle for t, plus up to jitter drawn per connection";
    }

    @Override
    public List<String> examples() {
        return List.of("idle-fin(300ms)", "idle-fin(300ms, 20ms)");
    }

    @Override
    public Behaviour create(Arguments arguments) {
        Duration time = arguments.atMost(2).time(0, "t");
        boolean jittered = arguments.has(1);
        Duration jitter = jittered ? arguments.time(1, "jitter") : Duration.ZERO;
        String text =
                "idle-fin(" + DurationText.format(time) + (jittered ? ", " + DurationText.format(jitter) : "") + ")";
        return new Behaviour(
                text, List.of(Rule.always(new Trigger.Idle(time, jitter), new Effect.Fin(CloseCause.TIMER))));
    }
}
