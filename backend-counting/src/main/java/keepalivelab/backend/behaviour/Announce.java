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

/** A server without keep-alive. */
@AutoService(BehaviourFactory.class)
public final class Announce implements BehaviourFactory {
    @Override
    public String id() {
        return "announce";
    }

    @Override
    public String form() {
        return "announce";
    }

    @Override
    public String meaning() {
        return "every response says Connection: close, then an orderly close";
    }

    @Override
    public List<String> examples() {
        return List.of("announce");
    }

    @Override
    public Behaviour create(Arguments arguments) {
        arguments.atMost(0);
        return new Behaviour(
                id(),
                List.of(
                        Rule.always(new Trigger.RequestRead(), new Effect.Announce()),
                        Rule.always(new Trigger.Answered(), new Effect.Fin(CloseCause.ANNOUNCED))));
    }
}
