package keepalivelab.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;

/** The other side: a plain blocking socket, so that the tests see what its kernel sees. */
final class Peer implements AutoCloseable {
    /** Only there so that a failing test ends. */
    private static final int GUARD_MILLIS = 20_000;

    private final Socket socket;

    private Peer(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(GUARD_MILLIS);
        socket.setTcpNoDelay(true);
    }

    static ServerSocket listen() throws IOException {
        return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    static InetSocketAddress address(ServerSocket server) {
        return new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
    }

    static Peer acceptedBy(ServerSocket server) throws IOException {
        server.setSoTimeout(GUARD_MILLIS);
        return new Peer(server.accept());
    }

    static Peer connectedTo(InetSocketAddress address) throws IOException {
        return new Peer(new Socket(address.getAddress(), address.getPort()));
    }

    void write(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    void write(byte[] bytes, int offset, int length) throws IOException {
        socket.getOutputStream().write(bytes, offset, length);
    }

    void skip(int count) throws IOException {
        socket.getInputStream().skipNBytes(count);
    }

    byte[] read(int count) throws IOException {
        return socket.getInputStream().readNBytes(count);
    }

    String readText(int count) throws IOException {
        return new String(read(count), StandardCharsets.ISO_8859_1);
    }

    int remotePort() {
        return socket.getPort();
    }

    void fin() throws IOException {
        socket.shutdownOutput();
    }

    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    /** What comes until the end, and how it ends: {@code ...FIN} or {@code ...RST}. */
    String seesUntilTheEnd() throws IOException {
        ByteArrayOutputStream seen = new ByteArrayOutputStream();
        String end = readAll(seen);
        return seen.toString(StandardCharsets.ISO_8859_1) + end;
    }

    /** Reads and forgets; only the end is told. */
    String end() throws IOException {
        return readAll(new ByteArrayOutputStream());
    }

    private String readAll(ByteArrayOutputStream seen) throws IOException {
        try {
            socket.getInputStream().transferTo(seen);
            return "FIN";
        } catch (SocketException e) {
            assertThat(e).hasMessageContaining("reset");
            return "RST";
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
