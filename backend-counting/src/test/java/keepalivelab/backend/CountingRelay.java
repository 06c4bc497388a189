package keepalivelab.backend;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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
                relay(listener.accept());
            }
        } catch (SocketException closed) {
            // The test is over.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void relay(Socket client) {
        dialled.incrementAndGet();
        try {
            Socket upstream = new Socket(InetAddress.getLoopbackAddress(), upstreamPort);
            upstream.setTcpNoDelay(true);
            Link link = new Link(client, upstream, new AtomicBoolean(), ConcurrentHashMap.newKeySet());
            thread(() -> pump(link, upstream, client));
            thread(() -> pump(link, client, upstream));
        } catch (IOException resetAtAccept) {
            // It was accepted and reset so soon that this thread had not seen yet that the dial had succeeded.
            upstreamReset.incrementAndGet();
            close(client, true);
        }
    }

    /** Two sockets that are pumped into each other; whichever ends first is counted. */
    private record Link(Socket client, Socket upstream, AtomicBoolean over, Set<Socket> resetMetByWrite) {}

    /** Copies until {@code from} ends. */
    private void pump(Link link, Socket from, Socket to) {
        boolean reset = false;
        try {
            byte[] bytes = new byte[8192];
            for (int n = from.getInputStream().read(bytes);
                    n >= 0;
                    n = from.getInputStream().read(bytes)) {
                write(link, to, bytes, n);
            }
        } catch (IOException e) {
            reset = true;
        }
        // Linux reports a reset once. If a write met it, the read sees a plain end; that write may just be returning.
        synchronized (from) {
            reset |= link.resetMetByWrite.contains(from);
        }
        if (link.over.compareAndSet(false, true)) {
            count(from == link.client, reset).incrementAndGet();
            close(to, reset);
            close(from, false);
        }
    }

    private static void write(Link link, Socket to, byte[] bytes, int count) {
        synchronized (to) {
            try {
                to.getOutputStream().write(bytes, 0, count);
            } catch (IOException e) {
                if (String.valueOf(e.getMessage()).contains("reset")) {
                    link.resetMetByWrite.add(to);
                }
            }
        }
    }

    private AtomicInteger count(boolean ofClient, boolean reset) {
        if (ofClient) {
            return reset ? clientReset : clientEof;
        }
        return reset ? upstreamReset : upstreamEof;
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
