package keepalivelab.backend;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import keepalivelab.backend.rule.Behaviour;
import keepalivelab.backend.rule.Effect;
import keepalivelab.backend.rule.Moment;
import keepalivelab.backend.rule.Rule;
import keepalivelab.backend.rule.Trigger;

/** The rules in force, sorted by trigger so that a trigger without rules costs a length check. Confined to the loop. */
final class RuleSet {
    /** A rule that counts how often it fired. */
    static final class Armed {
        final Rule rule;
        private final long[] fired;
        private final int index;

        Armed(Rule rule, long[] fired, int index) {
            this.rule = rule;
            this.fired = fired;
            this.index = index;
        }

        /** Whether it applies now; if so it counts as fired. */
        boolean fires(Moment moment) {
            boolean matches = rule.when().matches(moment);
            if (matches) {
                fired[index]++;
            }
            return matches;
        }

        Effect effect() {
            return rule.effect();
        }
    }

    /** How often each behaviour's rules fired, across changes of the rules. */
    static final class Fired {
        private final Map<Behaviour, long[]> counts = new LinkedHashMap<>();

        long[] of(Behaviour behaviour) {
            return counts.computeIfAbsent(behaviour, b -> new long[b.rules().size()]);
        }

        /** By the behaviour's text: how often that rule of it fired that fired most. */
        Map<String, Long> snapshot() {
            Map<String, Long> most = new LinkedHashMap<>();
            counts.forEach((behaviour, rules) ->
                    most.merge(behaviour.text(), Arrays.stream(rules).max().orElse(0), Math::max));
            return Collections.unmodifiableMap(most);
        }
    }

    final Armed[] accepted;
    final Armed[] firstByte;
    final Armed[] headRead;
    final Armed[] requestRead;
    final Armed[] answered;
    final Armed[] timed;

    RuleSet(List<Behaviour> behaviours, Fired fired) {
        List<Armed> all = new ArrayList<>();
        for (Behaviour behaviour : behaviours) {
            long[] counts = fired.of(behaviour);
            for (int i = 0; i < behaviour.rules().size(); i++) {
                all.add(new Armed(behaviour.rules().get(i), counts, i));
            }
        }
        accepted = at(all, Trigger.Accepted.class);
        firstByte = at(all, Trigger.FirstByte.class);
        headRead = at(all, Trigger.HeadRead.class);
        requestRead = at(all, Trigger.RequestRead.class);
        answered = at(all, Trigger.Answered.class);
        timed = all.stream()
                .filter(a -> a.rule.at() instanceof Trigger.Idle || a.rule.at() instanceof Trigger.Age)
                .toArray(Armed[]::new);
    }

    private static Armed[] at(List<Armed> all, Class<? extends Trigger> trigger) {
        return all.stream().filter(a -> trigger.isInstance(a.rule.at())).toArray(Armed[]::new);
    }
}
