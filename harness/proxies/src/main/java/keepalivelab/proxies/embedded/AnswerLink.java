package keepalivelab.proxies.embedded;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.function.Supplier;
import keepalivelab.wire.Connection;

/** A client of the answering role whose socket lives on its handler's own loop. Confined to that loop's thread. */
final class AnswerLink implements Connection.Handler {
    private final AnswerReader reader;
    private final AnswerServer server;

    private AnswerLink(AnswerReader reader, AnswerServer server) {
        this.reader = reader;
        this.server = server;
    }

    static void adopt(SocketChannel channel, Worker worker, AnswerServer server, Supplier<String> counts)
            throws IOException {
        Connection.adopt(worker.loop(), channel, new AnswerLink(new AnswerReader(counts), server));
    }

    @Override
    public void onBytes(Connection connection, byte[] bytes, int offset, int length) {
        // The loop hands bytes over from the start of its array.
        reader.feed(bytes, length, server);
        reader.out().putTo(connection);
        reader.out().clear();
        if (!reader.persists()) {
            connection.close();
        }
    }

    @Override
    public void onEnd(Connection connection, long atNanos) {
        connection.close();
    }

    @Override
    public void onFailure(Connection connection, IOException why, long atNanos) {
        // Nothing waits for it.
    }
}
