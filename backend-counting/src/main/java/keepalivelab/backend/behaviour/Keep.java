package keepalivelab.backend.behaviour;

import com.google.auto.service.AutoService;
import java.util.List;
import keepalivelab.backend.rule.Arguments;
import keepalivelab.backend.rule.Behaviour;
import keepalivelab.backend.rule.BehaviourFactory;
import keepalivelab.backend.rule.Effect;
import keepalivelab.backend.rule.Rule;
import keepalivelab.backend.rule.Trigger;

/** The plain keep-alive server. Its count is the number of responses after which nothing was done. */
@AutoService(BehaviourFactory.class)
public final class Keep implements BehaviourFactory {
    @Override
    public String id() {
        return "keep";
    }

    @Override
    public String form() {
        return "keep";
    }

    @Override
    public String meaning() {
        return "the connection stays open after every response";
    }

    @Override
    public List<String> examples() {
        return List.of("keep");
    }

    @Override
    public Behaviour create(Arguments arguments) {
        arguments.atMost(0);
        return new Behaviour(id(), List.of(Rule.always(new Trigger.Answered(), new Effect.Keep())));
    }
}
