package keepalivelab.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import keepalivelab.api.LabHeaders;
import keepalivelab.wire.Connection;
import keepalivelab.wire.EventLoop;
import keepalivelab.wire.Head;
import keepalivelab.wire.Listener;
import keepalivelab.wire.MessageReader;

/** A fast server on our own kernel that answers with our headers: for loads that a thread per connection would limit. */
final class EchoServer implements AutoCloseable {
    private static final byte[] HEAD = ascii("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n" + LabHeaders.CONNECTION + ": ");
    private static final byte[] EXCHANGE = ascii("\r\n" + LabHeaders.EXCHANGE + ": ");
    private static final byte[] REQUEST = ascii("\r\n" + LabHeaders.REQUEST + ": ");
    private static final byte[] BODY = ascii("\r\n\r\nok");

    private final EventLoop loop = EventLoop.start("echo", EventLoop.Precision.COARSE);
    private final Listener listener;
    private int connections;

    EchoServer() {
        try {
            listener = Listener.open(
                    loop, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 512, this::accepted);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    InetSocketAddress address() {
        return listener.address();
    }

    @Override
    public void close() {
        loop.close();
    }

    private void accepted(SocketChannel channel, long atNanos) {
        try {
            new Echo(++connections).adopt(channel);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private final class Echo implements Connection.Handler {
        private final class Answer implements MessageReader.Sink {
            @Override
            public void onHead(Head head) {
                int id = head.find(LabHeaders.REQUEST);
                connection().put(HEAD);
                connection().putDecimal(number);
                connection().put(EXCHANGE);
                connection().putDecimal(exchange++);
                connection().put(REQUEST);
                connection().put(head.bytes(), head.valueStart(id), head.valueEnd(id) - head.valueStart(id));
                connection().put(BODY);
            }

            @Override
            public void onEnd() {}
        }

        private final MessageReader reader = new MessageReader(MessageReader.Role.REQUEST, new Answer());
        private final int number;
        private final Connection[] adopted = new Connection[1];
        private int exchange;

        Echo(int number) {
            this.number = number;
        }

        void adopt(SocketChannel channel) throws IOException {
            adopted[0] = Connection.adopt(loop, channel, this);
        }

        Connection connection() {
            return adopted[0];
        }

        @Override
        public void onBytes(Connection connection, byte[] bytes, int offset, int length) {
            reader.feed(bytes, offset, length);
        }

        @Override
        public void onEnd(Connection connection, long atNanos) {
            connection.close();
        }

        @Override
        public void onFailure(Connection connection, IOException why, long atNanos) {}
    }
}
