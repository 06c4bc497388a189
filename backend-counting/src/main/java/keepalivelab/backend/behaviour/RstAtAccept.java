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

/** A fresh connection that is reset. */
@AutoService(BehaviourFactory.class)
public final class RstAtAccept implements BehaviourFactory {
    @Override
    public String id() {
        return "rst@accept";
    }

    @Override
    public String form() {
        return "rst@accept";
    }

    @Override
    public String meaning() {
        return "a reset right after the accept, nothing read";
    }

    @Override
    public List<String> examples() {
        return List.of("rst@accept");
    }

    @Override
    public Behaviour create(Arguments arguments) {
        arguments.atMost(0);
        return new Behaviour(id(), List.of(Rule.always(new Trigger.Accepted(), new Effect.Rst(CloseCause.RULE))));
    }
}
