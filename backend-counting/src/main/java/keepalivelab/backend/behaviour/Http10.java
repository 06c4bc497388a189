package keepalivelab.backend.behaviour;

import com.google.auto.service.AutoService;
import java.util.List;
import keepalivelab.backend.rule.Arguments;
import keepalivelab.backend.rule.Behaviour;
import keepalivelab.backend.rule.BehaviourFactory;
import keepalivelab.backend.rule.Effect;
import keepalivelab.backend.rule.Rule;
import keepalivelab.backend.rule.Trigger;

/** A server of the old version; only with the token may its connection be used again. */
@AutoService(BehaviourFactory.class)
public final class Http10 implements BehaviourFactory {
    @Override
    public String id() {
        return "http10";
    }

    @Override
    public String form() {
        return "http10[(plain|keep)]";
    }

    @Override
    public String meaning() {
        return "HTTP/1.0 responses without (plain, the default) or with Connection: keep-alive; the connection is left to the peer";
    }

    @Override
    public List<String> examples() {
        return List.of("http10", "http10(keep)");
    }

    @Override
    public Behaviour create(Arguments arguments) {
        boolean keep = arguments.atMost(1).has(0)
                && arguments.word(0, List.of("plain", "keep")).equals("keep");
        return new Behaviour(
                keep ? "http10(keep)" : "http10",
                List.of(Rule.always(
                        new Trigger.RequestRead(), new Effect.Http10(keep ? Effect.Token.KEEP : Effect.Token.PLAIN))));
    }
}
