package keepalivelab.proxies.process;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Finds out when a proxy is ready: asks for a path that the proxy answers by itself, so that nothing reaches the backend,
 * each time on a new connection.
 *
 * @param address where the proxy shall listen
 * @param path the ready route, e.g. {@code /-ready}
 * @param status expected status code
 * @param mark text that the response's head must contain, so that another server on that port is not taken for the proxy;
 *     empty for none
 */
public record ReadyProbe(InetSocketAddress address, String path, int status, String mark) {
    private static final int SOCKET_LIMIT_MILLIS = 1000;
    private static final int HEAD_LIMIT_BYTES = 8192;

    /** How a wait ended. */
    public enum Result {
        /** The expected answer came. */
        READY,
        /** The process died, or {@code hopeless} said so. */
        FAILED,
        /** Neither happened within the limit. */
        LATE
    }

    /**
     * Waits until the proxy answers as expected. Notices at once when the process has died.
     *
     * @param hopeless a reason to stop waiting although the process lives, e.g. what its log says
     * @param limit longest wait
     */
    public Result await(GuardedProcess process, BooleanSupplier hopeless, Duration limit) {
        return await(process, this::answers, hopeless, limit);
    }

    /** Waits until {@code ready} holds, and notices at once when the process has died or there is no hope. */
    static Result await(GuardedProcess process, BooleanSupplier ready, BooleanSupplier hopeless, Duration limit) {
        BooleanSupplier failed = () -> !process.alive() || hopeless.getAsBoolean();
        Result[] result = {Result.LATE};
        Await.until(
                () -> {
                    result[0] =
                            failed.getAsBoolean() ? Result.FAILED : ready.getAsBoolean() ? Result.READY : Result.LATE;
                    return result[0] != Result.LATE;
                },
                limit);
        return result[0];
    }

    /** Asks once. @return whether the expected answer came */
    public boolean answers() {
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(SOCKET_LIMIT_MILLIS);
            socket.connect(address, SOCKET_LIMIT_MILLIS);
            String request = "GET " + path + " HTTP/1.1\r\nHost: " + address.getHostString() + ":" + address.getPort()
                    + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            String head = head(socket.getInputStream());
            return head.startsWith("HTTP/1.1 " + status) && head.contains(mark);
        } catch (IOException e) {
            return false;
        }
    }

    /** Reads no byte beyond the head: a proxy may keep the connection open although it was asked not to. */
    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.length() < HEAD_LIMIT_BYTES && head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                break;
            }
            head.append((char) next);
        }
        return head.toString();
    }
}
