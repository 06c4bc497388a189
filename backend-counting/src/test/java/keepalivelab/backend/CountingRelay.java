package keepalivelab.backend;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A blocking TCP relay with two threads per connection that keeps a count of its own: how its upstream connections ended.
 * Another author's style on purpose, and nothing of the product in it.
 */
final class CountingRelay implements AutoCloseable {
    final AtomicInteger dialled = new AtomicInteger();
    final AtomicInteger upstreamEof = new AtomicInteger();
    final AtomicInteger upstreamReset = new AtomicInteger();
    final AtomicInteger clientEof = new AtomicInteger();
    final AtomicInteger clientReset = new AtomicInteger();
    private final ServerSocket listener = new ServerSocket(0, 512, InetAddress.getLoopbackAddress());
    private final int upstreamPort;

    CountingRelay(int upstreamPort) throws IOException {
        this.upstreamPort = upstreamPort;
        thread(this::acceptAll);
    }

    int port() {
        return listener.getLocalPort();
    }

    int ended() {
        return upstreamEof.get() + upstreamReset.get() + clientEof.get() + clientReset.get();
    }

    private void acceptAll() {
        try {
            while (true) {
                Socket client = listener.accept();
                Socket upstream = new Socket(InetAddress.getLoopbackAddress(), upstreamPort);
                upstream.setTcpNoDelay(true);
                dialled.incrementAndGet();
                AtomicBoolean over = new AtomicBoolean();
                thread(() -> pump(upstream, client, false, over));
                thread(() -> pump(client, upstream, true, over));
            }
        } catch (SocketException closed) {
            // The test is over.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Copies until {@code from} ends; whoever sees an end first counts it and passes the same kind of end on. */
    private void pump(Socket from, Socket to, boolean upwards, AtomicBoolean over) {
        End end = new End(upwards, false);
        try {
            byte[] bytes = new byte[8192];
            for (int n = from.getInputStream().read(bytes);
                    n >= 0;
                    n = from.getInputStream().read(bytes)) {
                if (writeMetReset(to, bytes, n)) {
                    finish(new End(!upwards, true), to, from, over);
                    return;
                }
            }
        } catch (IOException e) {
            end = new End(upwards, true);
        }
        finish(end, from, to, over);
    }

    private record End(boolean ofClient, boolean reset) {}

    private void finish(End end, Socket ended, Socket other, AtomicBoolean over) {
        if (over.compareAndSet(false, true)) {
            if (end.ofClient) {
                (end.reset ? clientReset : clientEof).incrementAndGet();
            } else {
                (end.reset ? upstreamReset : upstreamEof).incrementAndGet();
            }
            close(other, end.reset);
            close(ended, false);
        }
    }

    /** Linux reports a reset once: to the write, if that comes first, and the read sees a plain end then. */
    private static boolean writeMetReset(Socket to, byte[] bytes, int count) {
        try {
            to.getOutputStream().write(bytes, 0, count);
            return false;
        } catch (IOException e) {
            return String.valueOf(e.getMessage()).contains("reset");
        }
    }

    private static void close(Socket socket, boolean hard) {
        try {
            if (hard) {
                socket.setSoLinger(true, 0);
            }
            socket.close();
        } catch (IOException gone) {
            // Closed either way.
        }
    }

    private static void thread(Runnable body) {
        Thread thread = new Thread(body, "relay");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
