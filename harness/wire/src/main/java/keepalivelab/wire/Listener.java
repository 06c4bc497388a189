package keepalivelab.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** A listening socket on a loop. Thread-safe: {@link #close} may be called from anywhere. */
public final class Listener implements EventLoop.Selectable, AutoCloseable {
    /** Gets every accepted channel, on the loop's thread; blocking mode is the channel's default. */
    @FunctionalInterface
    public interface Acceptor {
        void accepted(SocketChannel channel, long atNanos);
    }

    private final EventLoop loop;
    private final ServerSocketChannel channel;
    private final Acceptor acceptor;
    private final InetSocketAddress address;

    private Listener(EventLoop loop, ServerSocketChannel channel, Acceptor acceptor) throws IOException {
        this.loop = loop;
        this.channel = channel;
        this.acceptor = acceptor;
        this.address = (InetSocketAddress) channel.getLocalAddress();
    }

    /**
     * Listens.
     *
     * @param address where; port 0 for any free one
     * @param backlog connections that the kernel completes ahead of {@code accept}
     * @throws IOException if the address cannot be bound
     */
    public static Listener open(EventLoop loop, InetSocketAddress address, int backlog, Acceptor acceptor)
            throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open(AddressFamily.of(address));
        try {
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            channel.bind(address, backlog);
            channel.configureBlocking(false);
            Listener listener = new Listener(loop, channel, acceptor);
            loop.call(() -> channel.register(loop.selector(), SelectionKey.OP_ACCEPT, listener));
            return listener;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Where it listens, with the real port. */
    public InetSocketAddress address() {
        return address;
    }

    /** Whether it has not been closed. */
    public boolean isOpen() {
        return channel.isOpen();
    }

    @Override
    public void ready(int readyOps) {
        try {
            SocketChannel accepted = channel.accept();
            while (accepted != null) {
                acceptor.accepted(accepted, loop.nanos());
                // The acceptor may have closed this listener.
                accepted = channel.isOpen() ? channel.accept() : null;
            }
        } catch (IOException e) {
            // Out of descriptors, most likely: counts would be wrong from here on, so the loop fails and
            // the run is void.
            throw new UncheckedIOException("accept failed on " + address, e);
        }
    }

    @Override
    public void loopEnded() {
        closeChannel();
    }

    /**
     * Stops listening; connections live on. When it returns the port is free; on the loop's own thread it becomes free
     * directly after the current batch. Idempotent.
     */
    @Override
    public void close() {
        if (loop.inLoop() || !loop.thread().isAlive()) {
            closeChannel();
            return;
        }
        try {
            loop.call(() -> {
                closeChannel();
                return 0;
            });
            // Only a select really closes a registered channel, and one lies between two batches.
            loop.call(() -> 0);
        } catch (IllegalStateException e) {
            if (loop.thread().isAlive()) {
                throw e;
            }
            // The loop ended meanwhile, and with it every socket of it.
        }
    }

    private void closeChannel() {
        try {
            channel.close();
        } catch (IOException ignored) {
            // The port is free either way.
        }
    }
}
