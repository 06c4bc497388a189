package keepalivelab.backend;

import keepalivelab.backend.rule.Mix;
import keepalivelab.backend.rule.Trigger;
import keepalivelab.wire.LoopTimer;

/**
 * The timer of one idle or age rule on one connection. It is left armed for an earlier instant while exchanges go by and
 * moves itself when it fires too early, so that an exchange costs no operation on the loop's heap. Confined to the loop.
 */
final class RuleTimer extends LoopTimer {
    final RuleSet.Armed armed;
    private final ServedConnection owner;
    private final boolean idle;
    private final long timeNanos;
    private boolean spent;

    RuleTimer(ServedConnection owner, RuleSet.Armed armed, long seed) {
        this.owner = owner;
        this.armed = armed;
        if (armed.rule.at() instanceof Trigger.Idle trigger) {
            double share = Mix.unit(seed, owner.connection(), 0);
            this.idle = true;
            this.timeNanos = trigger.time().toNanos()
                    + Math.round(share * trigger.jitter().toNanos());
        } else {
            this.idle = false;
            this.timeNanos = ((Trigger.Age) armed.rule.at()).time().toNanos();
        }
    }

    /** When the rule is due while no exchange runs. */
    long ruleDueNanos() {
        return (idle ? owner.idleSinceNanos() : owner.acceptedAtNanos()) + timeNanos;
    }

    /** Whether an idle or age rule has had its effect for good. */
    boolean spent() {
        return spent;
    }

    /** The connection has become idle. */
    void idleBegins() {
        spent &= !idle;
    }

    @Override
    protected void fire(long dueNanos, long actualNanos) {
        if (!spent) {
            owner.timerFired(this, actualNanos);
        }
    }

    void spend() {
        spent = true;
    }
}
