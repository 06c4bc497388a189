package keepalivelab.proxies;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A second, independent way of counting: a blocking server that counts accepts and requests, answers each with 200 and
 * echoes the request's id. Shares no code with the product.
 */
public final class CountingServer implements AutoCloseable {
    private final ServerSocket socket;
    private final int closeAtRequest;
    private final Duration thinkTime;
    private final AtomicInteger accepts = new AtomicInteger();
    private final AtomicInteger mostRequests = new AtomicInteger();
    private final List<String> heads = new CopyOnWriteArrayList<>();

    private CountingServer(int closeAtRequest, Duration thinkTime) throws IOException {
        this.socket = new ServerSocket(0, 512, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
        this.closeAtRequest = closeAtRequest;
        this.thinkTime = thinkTime;
        daemon(this::accept);
    }

    /** One that always answers. */
    public static CountingServer start() throws IOException {
        return new CountingServer(Integer.MAX_VALUE, Duration.ZERO);
    }

    /** One that reads the {@code n}th request (from 1) of each connection and closes without a byte of an answer. */
    public static CountingServer closingAtRequest(int n) throws IOException {
        return new CountingServer(n, Duration.ZERO);
    }

    /** One that has read a request for a while before it answers. */
    public static CountingServer answeringAfter(Duration thinkTime) throws IOException {
        return new CountingServer(Integer.MAX_VALUE, thinkTime);
    }

    public InetSocketAddress address() {
        return new InetSocketAddress(socket.getInetAddress(), socket.getLocalPort());
    }

    public int accepts() {
        return accepts.get();
    }

    /** Requests that were read on the connection that carried most. */
    public int mostRequests() {
        return mostRequests.get();
    }

    /** The heads of all requests that were read, in order of arrival. */
    public List<String> heads() {
        return List.copyOf(heads);
    }

    private void accept() {
        try {
            while (true) {
                Socket connection = socket.accept();
                accepts.incrementAndGet();
                daemon(() -> serve(connection));
            }
        } catch (IOException e) {
            // The server was closed.
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            InputStream in = new BufferedInputStream(connection.getInputStream());
            String head = readHead(in);
            for (int n = 1; !head.isEmpty(); n++) {
                in.skipNBytes(bodyLength(head));
                heads.add(head);
                mostRequests.accumulateAndGet(n, Math::max);
                if (n >= closeAtRequest) {
                    return;
                }
                Thread.sleep(thinkTime.toMillis());
                connection.getOutputStream().write(answer(head));
                if (head.startsWith("HTTP/1.0") || head.toLowerCase(Locale.ROOT).contains("connection: close")) {
                    return;
                }
                head = readHead(in);
            }
        } catch (IOException | InterruptedException e) {
            // The peer went away: what was counted stays counted.
        }
    }

    private static byte[] answer(String head) {
        String id = header(head, "X-Lab-Request");
        return ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-Lab-Request: " + id + "\r\nX-Backend-Connection: 7\r\n"
                        + "X-Backend-Exchange: 3\r\n\r\nok")
                .getBytes(StandardCharsets.US_ASCII);
    }

    public static String readHead(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                return "";
            }
            head.append((char) next);
        }
        return head.toString();
    }

    public static int bodyLength(String head) {
        String length = header(head, "Content-Length");
        return length.isEmpty() ? 0 : Integer.parseInt(length);
    }

    public static String header(String head, String name) {
        return head.lines()
                .filter(line -> line.regionMatches(true, 0, name + ":", 0, name.length() + 1))
                .map(line -> line.substring(name.length() + 1).trim())
                .findFirst()
                .orElse("");
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work, "counting server");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
