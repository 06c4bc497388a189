package keepalivelab.proxies.embedded;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.function.Supplier;
import keepalivelab.wire.Connection;

/**
 * A client that is watched by the accepting worker's loop and served by another worker's thread, as in a server that moves
 * a task to another thread while its socket stays with the reactor it was accepted by: however idle the handler is, it
 * learns of a request only when the accepting thread has time to look.
 */
final class WatchedLink implements Connection.Handler {
    private final SharedLink link;
    private final Worker handler;
    private final AnswerServer server;
    private final SharedLink.Room room;

    private WatchedLink(SharedLink link, Worker handler, AnswerServer server, SharedLink.Room room) {
        this.link = link;
        this.handler = handler;
        this.server = server;
        this.room = room;
    }

    /** Takes over a connection. On the accepting loop's thread. */
    static void adopt(SocketChannel channel, Worker accepting, AnswerRole.Handler handler, Supplier<String> counts)
            throws IOException {
        SharedLink link = new SharedLink(channel, counts);
        WatchedLink watched = new WatchedLink(link, handler.worker(), handler.server(), handler.room());
        Connection.adopt(accepting.loop(), channel, watched);
    }

    @Override
    public boolean onReadable(Connection connection) {
        // Level-triggered: without the pause the selector would report it until the handler has read.
        connection.pauseReading();
        handler.loop().execute(() -> serve(connection));
        return false;
    }

    private void serve(Connection connection) {
        boolean lives = link.serve(room, server);
        connection.loop().execute(lives ? connection::resumeReading : connection::close);
    }

    @Override
    public void onBytes(Connection connection, byte[] bytes, int offset, int length) {
        throw new IllegalStateException("bytes of a watched connection are read by its handler");
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
