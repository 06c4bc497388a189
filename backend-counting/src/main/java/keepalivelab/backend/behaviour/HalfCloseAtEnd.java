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

/** A server that waits for its peer to close. */
@AutoService(BehaviourFactory.class)
public final class HalfCloseAtEnd implements BehaviourFactory {
    @Override
    public String id() {
        return "half-close@end";
    }

    @Override
    public String form() {
        return "half-close@end";
    }

    @Override
    public String meaning() {
        return "after the response FIN is sent; what still arrives is counted and never answered";
    }

    @Override
    public List<String> examples() {
        return List.of("half-close@end");
    }

    @Override
    public Behaviour create(Arguments arguments) {
        arguments.atMost(0);
        return new Behaviour(id(), List.of(Rule.always(new Trigger.Answered(), new Effect.HalfClose(CloseCause.RULE))));
    }
}
