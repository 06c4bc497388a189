package keepalivelab.app.run;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A small relay with one upstream connection per client connection, for requests without a body and answers with a length. What it makes
 * of an exchange is told by a {@link Conduct}, so that it can be wrong on purpose. A thread per connection.
 */
final class Relay implements AutoCloseable {
    /** What becomes of one request. */
    @FunctionalInterface
    interface Conduct {
        /** Passes everything on. */
        Conduct FAITHFUL = Hop::forward;

        /**
         * The bytes that the client gets.
         *
         * @throws IOException to close the client's connection
         */
        String answer(Hop hop) throws IOException;
    }

    private final ServerSocket listening;
    private final InetSocketAddress upstream;
    private final Conduct conduct;
    private final AtomicInteger upstreams = new AtomicInteger();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    Relay(InetSocketAddress listen, InetSocketAddress upstream, Conduct conduct) throws IOException {
        this.listening = new ServerSocket(listen.getPort(), 100, InetAddress.getLoopbackAddress());
        this.upstream = upstream;
        this.conduct = conduct;
        thread(this::accept);
    }

    static Relay to(InetSocketAddress upstream, Conduct conduct) throws IOException {
        return new Relay(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), upstream, conduct);
    }

    InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), listening.getLocalPort());
    }

    boolean alive() {
        return !listening.isClosed();
    }

    @Override
    public void close() {
        closeQuietly(listening);
        open.forEach(Relay::closeQuietly);
    }

    private static void closeQuietly(AutoCloseable socket) {
        try {
            socket.close();
        } catch (Exception e) {
            // It is closed either way.
        }
    }

    private static void thread(Runnable work) {
        Thread thread = new Thread(work, "relay");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listening.accept();
                open.add(client);
                thread(() -> serve(client));
            }
        } catch (IOException closed) {
            // That is how it ends.
        }
    }

    private void serve(Socket client) {
        try (client;
                Socket server = new Socket(upstream.getAddress(), upstream.getPort())) {
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            open.add(server);
            InputStream in = new BufferedInputStream(client.getInputStream());
            Hop hop = new Hop(upstreams.incrementAndGet(), server, client.getOutputStream());
            for (int n = 0; ; n++) {
                hop.next(n, head(in));
                hop.give(conduct.answer(hop));
            }
        } catch (IOException over) {
            // One side has closed; the other is closed as well.
        }
    }

    /** Up to and with the empty line. */
    private static String head(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("closed after " + head.size() + " bytes of a head");
            }
            head.write(next);
        }
        return head.toString(StandardCharsets.ISO_8859_1);
    }

    /** One request on its way. */
    static final class Hop {
        private final int ordinal;
        private final OutputStream toServer;
        private final InputStream fromServer;
        private final OutputStream toClient;
        private int number;
        private String request = "";

        private Hop(int ordinal, Socket server, OutputStream toClient) throws IOException {
            this.ordinal = ordinal;
            this.toServer = server.getOutputStream();
            this.fromServer = new BufferedInputStream(server.getInputStream());
            this.toClient = toClient;
        }

        private void next(int index, String head) {
            this.number = index;
            this.request = head;
        }

        /** Index of the request on its client's connection, from 0. */
        int number() {
            return number;
        }

        /** The request's id. */
        String id() {
            return header(request, "x-lab-request");
        }

        /** Sends the request on and gives the backend's answer. */
        String forward() throws IOException {
            toServer.write(request.getBytes(StandardCharsets.ISO_8859_1));
            String head = head(fromServer);
            byte[] body = fromServer.readNBytes(Integer.parseInt(header(head, "content-length")));
            return head + new String(body, StandardCharsets.ISO_8859_1);
        }

        /** Sends the request on under another id and swallows the answer. */
        void forwardAs(String id) throws IOException {
            String own = request;
            request = own.replace(id(), id);
            forward();
            request = own;
        }

        /** Which of the relay's upstream connections this is, from 1. */
        int upstreamOrdinal() {
            return ordinal;
        }

        /** An answer as the backend would give it, which it did not. */
        String forged(int connection, int exchange) {
            return "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX-Backend-Connection: " + connection
                    + "\r\nX-Backend-Exchange: " + exchange + "\r\nX-Lab-Request: " + id() + "\r\n\r\n";
        }

        /** Gives bytes to the client. */
        void give(String bytes) throws IOException {
            toClient.write(bytes.getBytes(StandardCharsets.ISO_8859_1));
        }

        private static String header(String head, String name) {
            return head.lines()
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name + ":"))
                    .map(line -> line.substring(name.length() + 1).trim())
                    .findFirst()
                    .orElse("0");
        }
    }
}
