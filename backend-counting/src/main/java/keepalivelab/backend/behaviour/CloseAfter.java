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

/** A server's request limit per connection. */
@AutoService(BehaviourFactory.class)
public final class CloseAfter implements BehaviourFactory {
    @Override
    public String id() {
        return "close-after";
    }

    @Override
    public String form() {
        return "close-after(k[, announced])";
    }

    @Override
    public String meaning() {
        return "k exchanges per connection, then an orderly close; announced: the last response says so";
    }

    @Override
    public List<String> examples() {
        return List.of("close-after(2)", "close-after(2, announced)");
    }

    @Override
    public Behaviour create(Arguments arguments) {
        int k = arguments.atMost(2).number(0, "k", 1);
        Trigger end = new Trigger.Answered();
        if (!arguments.has(1)) {
            return new Behaviour(
                    "close-after(" + k + ")", List.of(Rule.onExchange(k - 1, end, new Effect.Fin(CloseCause.LIMIT))));
        }
        arguments.word(1, List.of("announced"));
        return new Behaviour(
                "close-after(" + k + ", announced)",
                List.of(
                        Rule.onExchange(k - 1, new Trigger.RequestRead(), new Effect.Announce()),
                        Rule.onExchange(k - 1, end, new Effect.Fin(CloseCause.ANNOUNCED))));
    }
}
