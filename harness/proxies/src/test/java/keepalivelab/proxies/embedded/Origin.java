package keepalivelab.proxies.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server that does on each connection what a test says, one thread per connection. */
final class Origin implements AutoCloseable {
    /** What is done on one connection. */
    interface Script {
        /** Serves the connection of that ordinal, from 1. */
        void serve(Peer peer, int ordinal) throws IOException;
    }

    private final ServerSocket server;
    private final Script script;
    private final List<Peer.Message> requests = new CopyOnWriteArrayList<>();
    private final List<Peer> connections = new CopyOnWriteArrayList<>();

    private Origin(int port, Script script) {
        this.script = script;
        try {
            this.server = new ServerSocket(port, 512, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread acceptor = new Thread(this::accept, "origin");
        acceptor.setDaemon(true);
        acceptor.start();
    }

    static Origin of(Script script) {
        return new Origin(0, script);
    }

    /** Listens where another one did that was closed meanwhile. */
    static Origin inPlaceOf(Origin gone, Script script) {
        return new Origin(gone.address().getPort(), script);
    }

    /** Answers every request of every connection with the same bytes. */
    static Origin answering(String response) {
        Origin[] self = new Origin[1];
        self[0] = of((peer, ordinal) -> {
            while (!self[0].next(peer).head().isEmpty()) {
                peer.send(response);
            }
        });
        return self[0];
    }

    static String ok(String body) {
        return "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    /** Reads the next request and notes it. */
    Peer.Message next(Peer peer) throws IOException {
        Peer.Message request = peer.request();
        if (!request.head().isEmpty()) {
            requests.add(request);
        }
        return request;
    }

    InetSocketAddress address() {
        return (InetSocketAddress) server.getLocalSocketAddress();
    }

    int accepts() {
        return connections.size();
    }

    List<Peer> connections() {
        return connections;
    }

    List<Peer.Message> requests() {
        return requests;
    }

    private void accept() {
        try {
            while (true) {
                Peer peer = new Peer(server.accept());
                connections.add(peer);
                int ordinal = connections.size();
                Thread thread = new Thread(() -> serve(peer, ordinal), "origin-" + ordinal);
                thread.setDaemon(true);
                thread.start();
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    private void serve(Peer peer, int ordinal) {
        try (peer) {
            script.serve(peer, ordinal);
        } catch (IOException gone) {
            // The proxy went first; what it did is asserted at the other side.
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Peer peer : connections) {
            peer.close();
        }
    }
}
