package keepalivelab.backend;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import keepalivelab.backend.rule.Behaviour;
import keepalivelab.wire.Connection;
import keepalivelab.wire.EventLoop;

/** What the connections of one backend share. Confined to the loop, except {@link #ledger()}'s live counts. */
final class Server {
    /** Until its own handler is there; nothing happens on a connection before the loop's next batch. */
    private static final Connection.Handler NOBODY = new Connection.Handler() {
        @Override
        public void onBytes(Connection connection, byte[] bytes, int offset, int length) {}

        @Override
        public void onEnd(Connection connection, long atNanos) {}

        @Override
        public void onFailure(Connection connection, IOException why, long atNanos) {}
    };

    final EventLoop loop;
    final AnswerWriter writer = new AnswerWriter();
    final SteeredTime steeredTime = new SteeredTime();
    final RunToken runToken;
    final StartBarrier barrier;
    final long seed;
    private final Ledger ledger;
    private final RuleSet.Fired fired = new RuleSet.Fired();
    private final List<ServedConnection> live = new ArrayList<>();
    private final AtomicLong held = new AtomicLong();
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
        try {
            Connection wire = Connection.adopt(loop, channel, NOBODY);
            ServedConnection served = new ServedConnection(this, wire, ++accepts, atNanos);
            served.place(live.size());
            live.add(served);
            held.lazySet(live.size());
            wire.handler(served);
            served.begin();
        } catch (IOException e) {
            throw new UncheckedIOException("an accepted connection could not be taken over", e);
        }
    }

    /** Takes a connection out by its place; the last one moves there, so that this costs the same for any number of them. */
    void remove(int place) {
        ServedConnection moved = live.remove(live.size() - 1);
        held.lazySet(live.size());
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

    void closeIdle(IdleClose how) {
        List.copyOf(live).forEach(connection -> connection.stopIfIdle(how));
    }

    /** From any thread. */
    long heldConnections() {
        return held.get();
    }

    void closeAll() {
        List.copyOf(live).forEach(ServedConnection::stop);
    }

    LedgerSnapshot snapshot() {
        return ledger.snapshot(loop.nanos(), live, fired.snapshot(), barrier.state());
    }
}
