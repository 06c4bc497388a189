package keepalivelab.proxies.embedded;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.function.Supplier;

/**
 * A client of the answering role that is watched by one thread and served by another: the reading and writing is done by
 * whoever serves. Served by one thread at a time, which its owner sees to.
 */
final class SharedLink {
    private final SocketChannel channel;
    private final AnswerReader reader;

    SharedLink(SocketChannel channel, Supplier<String> counts) throws IOException {
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        this.channel = channel;
        this.reader = new AnswerReader(counts);
    }

    /** Room of one serving thread. Confined to that thread. */
    static final class Room {
        private final ByteBuffer buffer = ByteBuffer.allocateDirect(16 * 1024);
        private final byte[] bytes = new byte[16 * 1024];
    }

    SocketChannel channel() {
        return channel;
    }

    /** Reads what is there and answers it. Returns whether the connection lives on; if not, it is closed. */
    boolean serve(Room room, AnswerServer server) {
        try {
            int count = read(room);
            if (count >= 0) {
                reader.feed(room.bytes, count, server);
                write(room);
            }
            if (count >= 0 && reader.persists()) {
                return true;
            }
        } catch (IOException gone) {
            // The client reset it.
        }
        Channels.close(channel);
        return false;
    }

    private int read(Room room) throws IOException {
        room.buffer.clear();
        int count = channel.read(room.buffer);
        if (count > 0) {
            room.buffer.get(0, room.bytes, 0, count);
        }
        return count;
    }

    private void write(Room room) throws IOException {
        Bytes out = reader.out();
        for (int at = 0; at < out.count(); ) {
            room.buffer.clear();
            int part = Math.min(room.buffer.capacity(), out.count() - at);
            room.buffer.put(out.array(), at, part).flip();
            int written = channel.write(room.buffer);
            if (written < part) {
                throw new IOException("the client does not read its answers");
            }
            at += written;
        }
        out.clear();
    }
}
