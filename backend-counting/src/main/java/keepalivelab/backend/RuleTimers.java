package keepalivelab.backend;

import keepalivelab.wire.EventLoop;

/** The idle and age timers of one connection. Confined to the loop. */
final class RuleTimers {
    private static final RuleTimer[] NONE = {};

    private final EventLoop loop;
    private RuleTimer[] timers = NONE;

    RuleTimers(EventLoop loop) {
        this.loop = loop;
    }

    /** Takes the timed rules of a rule set instead of those before. */
    void follow(RuleSet.Armed[] rules, ServedConnection owner, long seed) {
        disarm();
        timers = rules.length == 0 ? NONE : new RuleTimer[rules.length];
        for (int i = 0; i < rules.length; i++) {
            timers[i] = new RuleTimer(owner, rules[i], seed);
        }
    }

    /** The connection is idle from now on. A timer that waits for an earlier instant is left alone: it moves itself. */
    void idleBegins() {
        for (RuleTimer timer : timers) {
            timer.idleBegins();
            if (!timer.armed() && !timer.spent()) {
                loop.arm(timer, timer.ruleDueNanos());
            }
        }
    }

    void disarm() {
        for (RuleTimer timer : timers) {
            loop.disarm(timer);
        }
    }
}
