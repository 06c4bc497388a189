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

/** A fresh connection that dies. */
@AutoService(BehaviourFactory.class)
public final class FinAtAccept implements BehaviourFactory {
    @Override
    public String id() {
        return "fin@accept";
    }

    @Override
    public String form() {
        return "fin@accept";
    }

    @Override
    public String meaning() {
        return "an orderly close right after the accept, nothing read";
    }

    @Override
    public List<String> examples() {
        return List.of("fin@accept");
    }

    @Override
    public Behaviour create(Arguments arguments) {
        arguments.atMost(0);
        return new Behaviour(id(), List.of(Rule.always(new Trigger.Accepted(), new Effect.Fin(CloseCause.RULE))));
    }
}
