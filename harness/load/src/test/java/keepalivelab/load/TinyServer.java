package keepalivelab.load;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A blocking HTTP server in another style than ours, a thread per connection, that misbehaves as it is told. */
final class TinyServer implements AutoCloseable {
    /** What happens on one connection; it is closed in order afterwards. */
    interface Conversation {
        void hold(Talk talk) throws IOException;
    }

    private final ServerSocket listening;
    private final Conversation conversation;
    private final AtomicInteger accepts = new AtomicInteger();
    private final AtomicInteger closed = new AtomicInteger();
    private final List<String> heads = new CopyOnWriteArrayList<>();
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();

    private TinyServer(Conversation conversation) {
        this.conversation = conversation;
        try {
            listening = new ServerSocket(0, 512, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        daemon(this::acceptAll);
    }

    static TinyServer start(Conversation conversation) {
        return new TinyServer(conversation);
    }

    /** Answers everything with 200. */
    static TinyServer healthy() {
        return start(talk -> {
            while (talk.readRequest()) {
                talk.answer("200 OK", "hello");
            }
        });
    }

    InetSocketAddress address() {
        return (InetSocketAddress) listening.getLocalSocketAddress();
    }

    int accepts() {
        return accepts.get();
    }

    /** Connections that this side has closed. */
    int closed() {
        return closed.get();
    }

    /** The heads of all requests, in order of arrival. */
    List<String> heads() {
        return heads;
    }

    @Override
    public void close() {
        try {
            listening.close();
            for (Socket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void acceptAll() {
        try {
            while (true) {
                Socket socket = listening.accept();
                sockets.add(socket);
                int connection = accepts.incrementAndGet();
                daemon(() -> serve(socket, connection));
            }
        } catch (IOException over) {
            // The test has closed it.
        }
    }

    private void serve(Socket socket, int connection) {
        try (socket) {
            conversation.hold(new Talk(socket, connection));
        } catch (IOException goneAway) {
            // The client may leave at any time.
        }
        closed.incrementAndGet();
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "tiny-server");
        thread.setDaemon(true);
        thread.start();
    }

    /** One connection. */
    final class Talk {
        private final Socket socket;
        private final InputStream in;
        private final int connection;
        private String head = "";
        private int bodyBytes;
        private int exchange = -1;

        Talk(Socket socket, int connection) throws IOException {
            this.socket = socket;
            this.in = new BufferedInputStream(socket.getInputStream());
            this.connection = connection;
            socket.setTcpNoDelay(true);
        }

        /** Number of the connection, from 1. */
        int connection() {
            return connection;
        }

        /** Reads a request with its body; false if the client has closed. */
        boolean readRequest() throws IOException {
            if (!readHead()) {
                return false;
            }
            String length = header("content-length");
            bodyBytes = length.isEmpty() ? 0 : in.readNBytes(Integer.parseInt(length)).length;
            return true;
        }

        boolean readHead() throws IOException {
            StringBuilder text = new StringBuilder();
            while (text.indexOf("\r\n\r\n") < 0) {
                int b = in.read();
                if (b < 0) {
                    return false;
                }
                text.append((char) b);
            }
            head = text.toString();
            heads.add(head);
            exchange++;
            return true;
        }

        String head() {
            return head;
        }

        int bodyBytes() {
            return bodyBytes;
        }

        /** The request's id. */
        String id() {
            return header("x-lab-request");
        }

        /** The number in the request's id. */
        int number() {
            return Integer.parseInt(id().substring(id().lastIndexOf('-') + 1));
        }

        String header(String name) {
            return head.lines()
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name + ":"))
                    .map(line -> line.substring(name.length() + 1).trim())
                    .findFirst()
                    .orElse("");
        }

        /** Our headers, as our backend writes them. */
        String labHeaders() {
            return labHeaders(id());
        }

        String labHeaders(String id) {
            return "X-Lab-Request: " + id + "\r\nX-Backend-Connection: " + connection + "\r\nX-Backend-Exchange: "
                    + exchange + "\r\n";
        }

        void answer(String status, String body) throws IOException {
            write("HTTP/1.1 " + status + "\r\n" + labHeaders() + "Content-Length: " + body.length() + "\r\n\r\n"
                    + body);
        }

        void write(String text) throws IOException {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        }

        /** Resets the connection. */
        void reset() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }

        /** Waits until the client closes. */
        void awaitEnd() throws IOException {
            in.transferTo(OutputStream.nullOutputStream());
        }
    }
}
