package keepalivelab.backend.behaviour;

import com.google.auto.service.AutoService;
import java.time.Duration;
import java.util.List;
import keepalivelab.api.DurationText;
import keepalivelab.backend.rule.Arguments;
import keepalivelab.backend.rule.Behaviour;
import keepalivelab.backend.rule.BehaviourFactory;
import keepalivelab.backend.rule.Effect;
import keepalivelab.backend.rule.Rule;
import keepalivelab.backend.rule.Trigger;

/** A constant think time. */
@AutoService(BehaviourFactory.class)
public final class Delay implements BehaviourFactory {
    @Override
    public String id() {
        return "delay";
    }

    @Override
    public String form() {
        return "delay(t)";
    }

    @Override
    public String meaning() {
        return "every response begins t after its request was read";
    }

    @Override
    public List<String> examples() {
        return List.of("delay(50ms)");
    }

    @Override
    public Behaviour create(Arguments arguments) {
        Duration time = arguments.atMost(1).time(0, "t");
        return new Behaviour(
                "delay(" + DurationText.format(time) + ")",
                List.of(Rule.always(new Trigger.RequestRead(), new Effect.Delay(time))));
    }
}
