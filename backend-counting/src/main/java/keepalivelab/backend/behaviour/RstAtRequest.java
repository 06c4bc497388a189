package keepalivelab.backend.behaviour;

import com.google.auto.service.AutoService;
import java.util.List;
import keepalivelab.backend.rule.Arguments;
import keepalivelab.backend.rule.Behaviour;
import keepalivelab.backend.rule.BehaviourFactory;
import keepalivelab.backend.rule.CloseCause;
import keepalivelab.backend.rule.Effect;
import keepalivelab.backend.rule.Rule;
import keepalivelab.backend.rule.Trigger;

/** As {@code fin@request}, with the other class of error at the peer. */
@AutoService(BehaviourFactory.class)
public final class RstAtRequest implements BehaviourFactory {
    @Override
    public String id() {
        return "rst@request";
    }

    @Override
    public String form() {
        return "rst@request(k)";
    }

    @Override
    public String meaning() {
        return "exchange k (from 0): the request is read whole, no byte is sent, a reset";
    }

    @Override
    public List<String> examples() {
        return List.of("rst@request(1)");
    }

    @Override
    public Behaviour create(Arguments arguments) {
        int k = arguments.atMost(1).number(0, "k", 0);
        return new Behaviour(
                "rst@request(" + k + ")",
                List.of(Rule.onExchange(k, new Trigger.RequestRead(), new Effect.Rst(CloseCause.RULE))));
    }
}
