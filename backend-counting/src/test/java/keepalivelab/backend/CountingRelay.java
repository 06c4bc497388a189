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
                thread(() -> pump(upstream, client, over, upstreamEof, upstreamReset));
                thread(() -> pump(client, upstream, over, clientEof, clientReset));
            }
        } catch (SocketException closed) {
            // The test is over.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Copies until {@code from} ends; whoever sees an end first counts it and passes the same kind of end on. */
    private static void pump(Socket from, Socket to, AtomicBoolean over, AtomicInteger eof, AtomicInteger reset) {
        boolean wasReset = false;
        try {
            byte[] bytes = new byte[8192];
            for (int n = from.getInputStream().read(bytes);
                    n >= 0;
                    n = from.getInputStream().read(bytes)) {
                write(to, bytes, n);
            }
        } catch (IOException e) {
            wasReset = true;
        }
        if (over.compareAndSet(false, true)) {
            (wasReset ? reset : eof).incrementAndGet();
            close(to, wasReset);
            close(from, false);
        }
    }

    private static void write(Socket to, byte[] bytes, int count) {
        try {
            to.getOutputStream().write(bytes, 0, count);
        } catch (IOException theOtherPumpSeesWhatItWas) {
            // Its read tells an end in order from a reset; a failed write cannot.
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
