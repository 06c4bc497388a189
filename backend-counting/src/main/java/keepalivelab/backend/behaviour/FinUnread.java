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

/** What an idle timer that fires just after the arrival of a request looks like. */
@AutoService(BehaviourFactory.class)
public final class FinUnread implements BehaviourFactory {
    @Override
    public String id() {
        return "fin-unread";
    }

    @Override
    public String form() {
        return "fin-unread(k)";
    }

    @Override
    public String meaning() {
        return "closed when exchange k (from 0) becomes readable, nothing of it read; the peer gets a reset";
    }

    @Override
    public List<String> examples() {
        return List.of("fin-unread(1)");
    }

    @Override
    public Behaviour create(Arguments arguments) {
        int k = arguments.atMost(1).number(0, "k", 0);
        return new Behaviour(
                "fin-unread(" + k + ")",
                List.of(Rule.onExchange(k, new Trigger.FirstByte(), new Effect.CloseUnread(CloseCause.RULE))));
    }
}
