package keepalivelab.wire;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * One TCP connection on one loop. What is put is written in the loop's write phase; write readiness is asked for only after
 * a short write. Confined to the loop's thread.
 *
 * <p>Longer than files here should be: the life of a socket is one state machine, and reading, writing, closing and moving
 * share nearly every field of it.
 */
public final class Connection implements EventLoop.Selectable {
    /**
     * Learns what happens to a connection. Called on the loop's thread. The connection may be closed in any call; after that
     * only {@link #onFlush} is still called, for what was put before an orderly close.
     */
    public interface Handler {
        /** A dialled connection is established. */
        default void onConnected(Connection connection, long atNanos) {}

        /**
         * Bytes, or the peer's FIN or RST, wait in the kernel; see {@link Connection#unreadBytes}.
         *
         * @return whether they shall be read; false leaves them there (the handler must then close, or
         *     {@linkplain Connection#pauseReading pause}, else it is asked again without end)
         */
        default boolean onReadable(Connection connection) {
            return true;
        }

        /** Bytes were read. The array is the loop's: valid during the call only. */
        void onBytes(Connection connection, byte[] bytes, int offset, int length);

        /** The peer sent FIN. Writing may still be possible. Not called after {@link #onFailure}. */
        void onEnd(Connection connection, long atNanos);

        /**
         * Dialling failed, or the peer sent RST. The connection is closed already. Called at most once, and after everything
         * that arrived ahead of the RST was handed over.
         */
        void onFailure(Connection connection, IOException why, long atNanos);

        /** Bytes that were put are about to be given to the kernel: the place for a stamp. */
        default void onFlush(Connection connection) {}

        /** Everything that was put has been given to the kernel. */
        default void onDrained(Connection connection) {}
    }

    /** What follows once everything that was put is with the kernel. */
    private enum AfterFlush {
        NOTHING,
        END_OUTPUT,
        CLOSE
    }

    private record Move(EventLoop target, Runnable arrived) {}

    private static final byte[] CRLF = {'\r', '\n'};
    private static final int DECIMAL_DIGITS = 20;

    private EventLoop loop;
    private final SocketChannel channel;
    private final ArrayDeque<ByteBuffer> output = new ArrayDeque<>(2);
    private final byte[] digits = new byte[DECIMAL_DIGITS];
    private Handler handler;
    private @Nullable SelectionKey key;
    private long readAtNanos;
    private boolean connecting;
    private boolean readingPaused;
    private boolean flushQueued;
    private AfterFlush afterFlush = AfterFlush.NOTHING;
    private @Nullable IOException writeFailure;
    private boolean inputEnded;
    private boolean closed;
    private @Nullable Move move;
    private int pendingBytes;

    private Connection(EventLoop loop, SocketChannel channel, Handler handler) {
        this.loop = loop;
        this.channel = channel;
        this.handler = handler;
    }

    /**
     * Takes over an accepted channel; reading starts at once. On the loop's thread.
     *
     * @throws IOException if the channel is of no use any more; it is closed then
     */
    public static Connection adopt(EventLoop loop, SocketChannel channel, Handler handler) throws IOException {
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            Connection connection = new Connection(loop, channel, handler);
            connection.register(SelectionKey.OP_READ);
            return connection;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /**
     * Dials. The result comes as {@link Handler#onConnected} or {@link Handler#onFailure}, never during this call. On the
     * loop's thread.
     */
    public static Connection dial(EventLoop loop, SocketAddress address, Handler handler) throws IOException {
        SocketChannel channel = SocketChannel.open(AddressFamily.of(address));
        Connection connection = new Connection(loop, channel, handler);
        connection.connecting = true;
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            connection.register(SelectionKey.OP_CONNECT);
            if (channel.connect(address)) {
                loop.execute(connection::connected);
            }
        } catch (IOException e) {
            connection.failLater(e);
        } catch (UnresolvedAddressException e) {
            connection.failLater(new UnknownHostException(address.toString()));
        }
        return connection;
    }

    private void failLater(IOException why) {
        // Closed at once: the key of a socket that was never told to connect reports a connect that nobody can
        // finish.
        closeDeregistered();
        loop.execute(() -> fail(why));
    }

    /** The loop it lives on. */
    public EventLoop loop() {
        return loop;
    }

    /** Replaces the handler: an idle upstream connection has another one than a busy one. */
    public void handler(Handler next) {
        this.handler = next;
    }

    /** When the bytes that are being handed over were read; one stamp for all of them. */
    public long readAtNanos() {
        return readAtNanos;
    }

    /** Whether this side has closed it (output may still be on its way), or it failed. */
    public boolean isClosed() {
        return closed || afterFlush == AfterFlush.CLOSE;
    }

    /** Whether the peer's FIN was seen. */
    public boolean inputEnded() {
        return inputEnded;
    }

    /** Bytes that were put and not yet given to the kernel. */
    public int pendingBytes() {
        return pendingBytes;
    }

    /** The peer's port; 0 if unknown. */
    public int peerPort() {
        try {
            return channel.getRemoteAddress() instanceof InetSocketAddress inet ? inet.getPort() : 0;
        } catch (IOException unknown) {
            return 0;
        }
    }

    /** This side's port; 0 if unknown. */
    public int localPort() {
        try {
            return channel.getLocalAddress() instanceof InetSocketAddress inet ? inet.getPort() : 0;
        } catch (IOException unknown) {
            return 0;
        }
    }

    /** The socket's own channel: for options, and for behaviours that this class does not have. */
    public SocketChannel channel() {
        return channel;
    }

    /** Bytes that arrived and were not read: a close now would reach the peer as a reset. 0 if unknown. */
    public int unreadBytes() {
        try {
            return closed ? 0 : channel.socket().getInputStream().available();
        } catch (IOException unknown) {
            return 0;
        }
    }

    /** Puts bytes for the write phase. Ignored after {@link #close}, {@link #endOutput} or a failed write. */
    public void put(byte[] bytes, int offset, int length) {
        if (closed || writeFailure != null || afterFlush != AfterFlush.NOTHING) {
            return;
        }
        int from = offset;
        int left = length;
        while (left > 0) {
            ByteBuffer room = room();
            int part = Math.min(left, room.remaining());
            room.put(bytes, from, part);
            from += part;
            left -= part;
        }
        pendingBytes += length;
        queueFlush();
    }

    /** Puts bytes for the write phase. */
    public void put(byte[] bytes) {
        put(bytes, 0, bytes.length);
    }

    /** Puts ASCII text. Allocates: not for the hot path. */
    public void putAscii(String text) {
        put(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Puts a number of at least 0 in decimal digits. */
    public void putDecimal(long number) {
        int at = DECIMAL_DIGITS;
        long left = number;
        do {
            digits[--at] = (byte) ('0' + left % 10);
            left /= 10;
        } while (left != 0);
        put(digits, at, DECIMAL_DIGITS - at);
    }

    /** Puts a chunk of a chunked body: its size, the bytes, the line ends. {@code length} is above 0. */
    public void putChunk(byte[] bytes, int offset, int length) {
        int at = DECIMAL_DIGITS;
        int left = length;
        do {
            digits[--at] = (byte) Character.forDigit(left & 15, 16);
            left >>>= 4;
        } while (left != 0);
        put(digits, at, DECIMAL_DIGITS - at);
        put(CRLF);
        put(bytes, offset, length);
        put(CRLF);
    }

    /**
     * Stops reading; bytes stay in the kernel and the peer's window fills. A write that fails resumes it, because only the
     * read side can tell what the peer did.
     */
    public void pauseReading() {
        readingPaused = true;
        interest(SelectionKey.OP_READ, 0);
    }

    /** Reads again. Ignored after the peer's FIN and after {@link #close}. */
    public void resumeReading() {
        if (inputEnded || isClosed()) {
            return;
        }
        readingPaused = false;
        if (!connecting) {
            interest(0, SelectionKey.OP_READ);
        }
    }

    /**
     * Closes in order: what was put is written first, then FIN; how long that takes is up to the peer, and only
     * {@link #reset} cuts it short. With unread bytes in the kernel the peer may see a reset after the FIN, and lose what it
     * has not received by then; see {@link #closeUnread}.
     */
    public void close() {
        if (isClosed()) {
            return;
        }
        if (pendingBytes == 0) {
            closeNow();
            return;
        }
        pauseReading();
        afterFlush = AfterFlush.CLOSE;
    }

    /** Sends FIN after what was put, and keeps reading. */
    public void endOutput() {
        if (isClosed() || afterFlush == AfterFlush.END_OUTPUT) {
            return;
        }
        afterFlush = AfterFlush.END_OUTPUT;
        if (pendingBytes == 0 && !connecting) {
            shutDownOutput();
        }
    }

    /** Resets: what was put and not written is dropped and the peer gets RST, at the end of this batch. */
    public void reset() {
        if (closed) {
            return;
        }
        try {
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        } catch (IOException alreadyGone) {
            // Then there is nobody to reset.
        }
        closeUnread();
    }

    /**
     * Closes without reading what waits in the kernel, so that the peer gets RST if anything does, else FIN.
     *
     * <p>A plain close of a registered channel shuts the write side down first, and the peer sees an orderly end. So the
     * key is cancelled and taken out of the selector before the channel is closed, at the end of this batch.
     */
    public void closeUnread() {
        if (closed) {
            return;
        }
        closed = true;
        discardOutput();
        pauseReading();
        loop.deregisterLater(this);
    }

    /**
     * Moves to another loop. Its events stop at once; at the end of this batch the key is cancelled and taken out of this
     * loop's selector, then the other loop registers it. Bytes that arrive meanwhile wait in the kernel. A pause
     * ends with the move.
     *
     * @param arrived run on {@code target} once it lives there; if the peer is gone by then, the handler learns it afterwards
     * @throws IllegalStateException if it is closed or not connected yet, or bytes that were put are pending: those buffers are this loop's
     */
    public void moveTo(EventLoop target, Runnable arrived) {
        if (isClosed() || connecting || flushQueued || !output.isEmpty()) {
            throw new IllegalStateException("a connection that is closed, dialling or writing cannot move");
        }
        interest(SelectionKey.OP_READ, 0);
        readingPaused = false;
        move = new Move(target, arrived);
        loop.deregisterLater(this);
    }

    @Override
    public void ready(int readyOps) {
        if ((readyOps & SelectionKey.OP_CONNECT) != 0) {
            connected();
            return;
        }
        if ((readyOps & SelectionKey.OP_WRITE) != 0 && !closed) {
            flush();
        }
        // Every call of a handler may have closed or paused it.
        if ((readyOps & SelectionKey.OP_READ) != 0 && mayRead() && handler.onReadable(this) && !isClosed()) {
            read();
        }
    }

    @Override
    public void loopEnded() {
        closeNow();
    }

    /** Write phase: gives the kernel what was put. */
    void flush() {
        flushQueued = false;
        if (connecting || output.isEmpty()) {
            return;
        }
        handler.onFlush(this);
        try {
            writeOutput();
        } catch (IOException e) {
            writeFailed(e);
            return;
        }
        if (closed) {
            return;
        }
        if (output.isEmpty()) {
            drained();
        } else {
            interest(0, SelectionKey.OP_WRITE);
        }
    }

    void cancelKey() {
        if (key != null) {
            key.cancel();
        }
    }

    /** The key is out of the selector: now the close can be a hard one, or another loop can register the channel. */
    void deregistered() {
        Move next = move;
        if (closed || next == null) {
            closeDeregistered();
            return;
        }
        move = null;
        key = null;
        loop = next.target();
        loop.execute(() -> arrive(next));
    }

    private void arrive(Move arrival) {
        try {
            int write = pendingBytes > 0 ? SelectionKey.OP_WRITE : 0;
            register(write | (inputEnded || readingPaused ? 0 : SelectionKey.OP_READ));
            arrival.arrived().run();
        } catch (IOException e) {
            arrival.arrived().run();
            fail(e);
        }
    }

    void closeDeregistered() {
        try {
            channel.close();
        } catch (IOException ignored) {
            // The descriptor is gone either way.
        }
    }

    private boolean mayRead() {
        return !readingPaused && !isClosed();
    }

    private void drained() {
        interest(SelectionKey.OP_WRITE, 0);
        switch (afterFlush) {
            case CLOSE -> closeNow();
            case END_OUTPUT -> {
                shutDownOutput();
                handler.onDrained(this);
            }
            case NOTHING -> handler.onDrained(this);
        }
    }

    private void shutDownOutput() {
        try {
            channel.shutdownOutput();
        } catch (IOException alreadyReset) {
            // The read side reports it.
        }
    }

    private void writeFailed(IOException why) {
        writeFailure = why;
        discardOutput();
        interest(SelectionKey.OP_WRITE, 0);
        if (isClosed()) {
            closeNow();
        } else if (inputEnded) {
            fail(why);
        } else {
            // The read side decides what it was: an answer may still wait there in front of the end.
            resumeReading();
        }
    }

    private void writeOutput() throws IOException {
        for (ByteBuffer buffer = output.peekFirst(); buffer != null; buffer = output.peekFirst()) {
            buffer.flip();
            int written = channel.write(buffer);
            pendingBytes -= written;
            boolean complete = !buffer.hasRemaining();
            buffer.compact();
            if (!complete) {
                return;
            }
            output.pollFirst();
            loop.giveWriteBuffer(buffer);
        }
    }

    private void read() {
        ByteBuffer buffer = loop.readBuffer;
        buffer.clear();
        int count;
        try {
            count = channel.read(buffer);
        } catch (IOException e) {
            fail(e);
            return;
        }
        if (count > 0) {
            readAtNanos = loop.nanos();
            buffer.get(0, loop.readBytes, 0, count);
            handler.onBytes(this, loop.readBytes, 0, count);
        } else if (count < 0) {
            end();
        }
    }

    private void end() {
        IOException earlier = writeFailure;
        if (earlier != null && !followsFin(earlier)) {
            // The write took the reset away from the socket; to the read it looks like an end in order.
            fail(earlier);
            return;
        }
        inputEnded = true;
        pauseReading();
        handler.onEnd(this, loop.nanos());
        if (earlier != null) {
            fail(earlier);
        }
    }

    /** Linux answers a write with EPIPE where a FIN had arrived ahead of the reset, else with ECONNRESET. */
    private static boolean followsFin(IOException writeFailure) {
        return "Broken pipe".equals(writeFailure.getMessage());
    }

    private void connected() {
        if (closed || !connecting) {
            return;
        }
        try {
            if (!channel.finishConnect()) {
                return;
            }
        } catch (IOException e) {
            fail(e);
            return;
        }
        connecting = false;
        interest(SelectionKey.OP_CONNECT, readingPaused ? 0 : SelectionKey.OP_READ);
        if (!isClosed()) {
            handler.onConnected(this, loop.nanos());
        }
        if (pendingBytes > 0) {
            queueFlush();
        } else if (afterFlush == AfterFlush.END_OUTPUT) {
            shutDownOutput();
        }
    }

    private void fail(IOException why) {
        if (closed) {
            return;
        }
        boolean owned = !isClosed();
        closeNow();
        if (owned) {
            handler.onFailure(this, why, loop.nanos());
        }
    }

    private void closeNow() {
        if (closed) {
            return;
        }
        closed = true;
        discardOutput();
        closeDeregistered();
    }

    private void discardOutput() {
        output.forEach(loop::giveWriteBuffer);
        output.clear();
        pendingBytes = 0;
    }

    private ByteBuffer room() {
        ByteBuffer last = output.peekLast();
        if (last == null || !last.hasRemaining()) {
            last = loop.takeWriteBuffer();
            output.addLast(last);
        }
        return last;
    }

    private void queueFlush() {
        if (!flushQueued) {
            flushQueued = true;
            loop.flushLater(this);
        }
    }

    private void register(int ops) throws IOException {
        key = channel.register(loop.selector(), ops, this);
    }

    private void interest(int remove, int add) {
        if (key != null && key.isValid()) {
            int before = key.interestOps();
            int after = (before & ~remove) | add;
            if (after != before) {
                key.interestOps(after);
            }
        }
    }
}
