package keepalivelab.wire;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** Writes down what a connection's handler is told, and lets a test act inside of each call. Readable from any thread. */
final class Recorded implements Connection.Handler {
    static final String CONNECTED = "connected";
    static final String READABLE = "readable";
    static final String BYTES = "bytes ";
    static final String END = "end";
    static final String FAILURE = "failure";
    static final String FLUSH = "flush";
    static final String DRAINED = "drained";

    private final List<String> events = new ArrayList<>();
    private final BiConsumer<String, Connection> reaction;

    Recorded() {
        this((event, connection) -> {});
    }

    Recorded(BiConsumer<String, Connection> reaction) {
        this.reaction = reaction;
    }

    /** All events but the frequent readable, flush and drained. */
    List<String> told() {
        return events().stream()
                .filter(event -> !List.of(READABLE, FLUSH, DRAINED).contains(event))
                .toList();
    }

    List<String> events() {
        synchronized (events) {
            return List.copyOf(events);
        }
    }

    private void note(String event, Connection connection) {
        synchronized (events) {
            events.add(event);
        }
        reaction.accept(event, connection);
    }

    @Override
    public void onConnected(Connection connection, long atNanos) {
        note(CONNECTED, connection);
    }

    @Override
    public boolean onReadable(Connection connection) {
        note(READABLE, connection);
        return true;
    }

    @Override
    public void onBytes(Connection connection, byte[] bytes, int offset, int length) {
        note(BYTES + new String(bytes, offset, length, StandardCharsets.ISO_8859_1), connection);
    }

    @Override
    public void onEnd(Connection connection, long atNanos) {
        note(END, connection);
    }

    @Override
    public void onFailure(Connection connection, IOException why, long atNanos) {
        note(FAILURE, connection);
    }

    @Override
    public void onFlush(Connection connection) {
        note(FLUSH, connection);
    }

    @Override
    public void onDrained(Connection connection) {
        note(DRAINED, connection);
    }
}
