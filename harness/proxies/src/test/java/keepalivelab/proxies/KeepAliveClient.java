package keepalivelab.proxies;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A client with one connection: each request waits for its response. */
public final class KeepAliveClient implements AutoCloseable {
    private final Socket socket = new Socket();
    private final InputStream in;
    private int sent;

    public KeepAliveClient(InetSocketAddress address) throws IOException {
        socket.setSoTimeout(10_000);
        socket.connect(address);
        in = new BufferedInputStream(socket.getInputStream());
    }

    /** Sends a request with an id of its own and reads the response. @return the response's head; empty for a bare close */
    public String send(String method) throws IOException {
        return send(method, method.equals("POST") ? 3 : 0);
    }

    /** The same with a body of that many bytes. */
    public String send(String method, int bodyBytes) throws IOException {
        String body = "b".repeat(bodyBytes);
        String request = method + " /item HTTP/1.1\r\nHost: lab.test\r\nX-Lab-Request: run-" + sent++
                + "\r\nX-Lab-Delay: 0ms\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        String head = CountingServer.readHead(in);
        in.skipNBytes(CountingServer.bodyLength(head));
        return head;
    }

    /** Sends that many GET requests. @return how many were answered with 200 */
    public int get(int times) throws IOException {
        int ok = 0;
        for (int i = 0; i < times; i++) {
            ok += send("GET").startsWith("HTTP/1.1 200") ? 1 : 0;
        }
        return ok;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
