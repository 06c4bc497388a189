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

/** A lifetime limit of connections. */
@AutoService(BehaviourFactory.class)
public final class AgeFin implements BehaviourFactory {
    @Override
    public String id() {
        return "age-fin";
    }

    @Override
    public String form() {
        return "age-fin(t)";
    }

    @Override
    public String meaning() {
        return "an orderly close once the connection is t old; a running exchange is finished first";
    }

    @Override
    public List<String> examples() {
        return List.of("age-fin(300ms)");
    }

    @Override
    public Behaviour create(Arguments arguments) {
        Duration time = arguments.atMost(1).time(0, "t");
        return new Behaviour(
                "age-fin(" + DurationText.format(time) + ")",
                List.of(Rule.always(new Trigger.Age(time), new Effect.Fin(CloseCause.TIMER))));
    }
}
