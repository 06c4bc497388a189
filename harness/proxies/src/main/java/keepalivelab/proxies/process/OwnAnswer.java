package keepalivelab.proxies.process;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** What a proxy answers by itself on a route that never reaches the backend, e.g. its statistics. */
public final class OwnAnswer {
    private static final int SOCKET_LIMIT_MILLIS = 5000;

    private OwnAnswer() {}

    /** Head and body of the answer to a GET at an address; empty where none came within 5 s. */
    public static String to(InetSocketAddress address, String path) {
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(SOCKET_LIMIT_MILLIS);
            socket.connect(address, SOCKET_LIMIT_MILLIS);
            OutputStream out = socket.getOutputStream();
            out.write(request("GET", path));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException gone) {
            return "";
        }
    }

    /** The same at a socket in the file system, with any method. */
    public static String to(Path socketFile, String method, String path) {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.connect(UnixDomainSocketAddress.of(socketFile));
            channel.write(ByteBuffer.wrap(request(method, path)));
            return new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException gone) {
            return "";
        }
    }

    private static byte[] request(String method, String path) {
        return (method + " " + path + " HTTP/1.1\r\nHost: lab\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }
}
