package keepalivelab.backend;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import keepalivelab.backend.rule.Behaviour;
import keepalivelab.wire.Connection;
import keepalivelab.wire.EventLoop;

/** What the connections of one backend share. Confined to the loop, except {@link #ledger()}'s live counts. */
final class Server {
    final EventLoop loop;
    final AnswerWriter writer = new AnswerWriter();
    final SteeredTime steeredTime = new SteeredTime();
    final RunToken runToken;
    final StartBarrier barrier;
    final long seed;
    private final Ledger ledger;
    private final RuleSet.Fired fired = new RuleSet.Fired();
    private final List<ServedConnection> live = new ArrayList<>();
    private RuleSet rules;
    private int accepts;

    Server(EventLoop loop, CountingBackend.Builder choices) {
        this.loop = loop;
        this.runToken = new RunToken(choices.token());
        this.seed = choices.seed();
        this.ledger = new Ledger(choices);
        this.barrier = new StartBarrier(loop);
        this.rules = new RuleSet(choices.behaviours(), fired);
    }

    Ledger ledger() {
        return ledger;
    }

    RuleSet rules() {
        return rules;
    }

    void accept(SocketChannel channel, long atNanos) {
        ledger.accepted();
        ServedConnection served = new ServedConnection(this, ++accepts, atNanos);
        try {
            served.begin(Connection.adopt(loop, channel, served), live.size());
        } catch (IOException e) {
            throw new UncheckedIOException("an accepted connection could not be taken over", e);
        }
    }

    void add(ServedConnection connection) {
        live.add(connection);
    }

    /** Takes a connection out by its place; the last one moves there, so that this costs the same for any number of them. */
    void remove(int place) {
        ServedConnection moved = live.remove(live.size() - 1);
        if (place < live.size()) {
            live.set(place, moved);
            moved.place(place);
        }
    }

    void behave(List<Behaviour> behaviours) {
        rules = new RuleSet(behaviours, fired);
        List.copyOf(live).forEach(ServedConnection::rulesChanged);
    }

    void hold(int count, Duration limit) {
        barrier.set(count, limit);
    }

    void closeIdle() {
        List.copyOf(live).forEach(ServedConnection::stopIfIdle);
    }

    void closeAll() {
        List.copyOf(live).forEach(ServedConnection::stop);
    }

    LedgerSnapshot snapshot() {
        return ledger.snapshot(loop.nanos(), live, fired.snapshot(), barrier.state());
    }
}
