package keepalivelab.proxies.embedded;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** One side of a connection, read and written blockingly and by hand: a client, or a server's end. */
final class Peer implements AutoCloseable {
    private static final int PLENTY_MILLIS = 20_000;

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    Peer(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(PLENTY_MILLIS);
        socket.setTcpNoDelay(true);
        this.in = new BufferedInputStream(socket.getInputStream());
        this.out = socket.getOutputStream();
    }

    static Peer dial(InetSocketAddress address) throws IOException {
        return new Peer(new Socket(address.getAddress(), address.getPort()));
    }

    /** A message as it was read; {@code complete} tells whether its body ended as its head said. */
    record Message(String head, String body, boolean complete) {
        int status() {
            return Integer.parseInt(head.substring(9, 12));
        }

        /** The value of a field, or empty text. */
        String field(String name) {
            String wanted = name.toLowerCase(Locale.ROOT) + ":";
            return head.lines()
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(wanted))
                    .map(line -> line.substring(wanted.length()).strip())
                    .findFirst()
                    .orElse("");
        }
    }

    Peer send(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
        return this;
    }

    Peer send(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
        return this;
    }

    /** Sends a request without a body and reads its response. */
    Message get(String target) throws IOException {
        return send("GET " + target + " HTTP/1.1\r\nHost: test\r\n\r\n").response();
    }

    /** A head up to and including its empty line; empty text at the end of the stream. */
    String head() throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                return head.toString();
            }
            head.append((char) next);
        }
        return head.toString();
    }

    /** A response with its body. */
    Message response() throws IOException {
        return withBody(head(), true);
    }

    /** A response to HEAD. */
    Message headResponse() throws IOException {
        return new Message(head(), "", true);
    }

    /** A request with its body; empty head at the end of the stream. */
    Message request() throws IOException {
        return withBody(head(), false);
    }

    private Message withBody(String head, boolean response) throws IOException {
        Message bare = new Message(head, "", true);
        boolean none =
                head.isEmpty() || (response && (bare.status() < 200 || bare.status() == 204 || bare.status() == 304));
        if (none) {
            return bare;
        }
        if (bare.field("Transfer-Encoding").equals("chunked")) {
            return chunked(head);
        }
        String length = bare.field("Content-Length");
        if (length.isEmpty()) {
            return response ? new Message(head, untilEnd(), true) : bare;
        }
        byte[] body = in.readNBytes(Integer.parseInt(length));
        return new Message(head, text(body), body.length == Integer.parseInt(length));
    }

    /** The body is given with its trailers, each followed by a line end. */
    private Message chunked(String head) throws IOException {
        StringBuilder body = new StringBuilder();
        try {
            for (int size = Integer.parseInt(line(), 16); size > 0; size = Integer.parseInt(line(), 16)) {
                body.append(text(in.readNBytes(size)));
                line();
            }
            for (String trailer = line(); !trailer.isEmpty(); trailer = line()) {
                body.append(trailer).append('\n');
            }
        } catch (EOFException end) {
            return new Message(head, body.toString(), false);
        }
        return new Message(head, body.toString(), true);
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException();
            }
            line.append((char) next);
        }
        return line.toString().strip();
    }

    byte[] bytes(int count) throws IOException {
        return in.readNBytes(count);
    }

    String untilEnd() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        in.transferTo(bytes);
        return bytes.toString(StandardCharsets.ISO_8859_1);
    }

    /** At most that many bytes; fewer if the stream ends before, in whatever way. */
    String untilEndOr(int count) {
        try {
            return text(in.readNBytes(count));
        } catch (IOException reset) {
            return "";
        }
    }

    /** How the other side ended it: {@code fin}, {@code reset}, or {@code open} if it says nothing for a long time. */
    String ending() throws IOException {
        try {
            return in.read() < 0 ? "fin" : "byte";
        } catch (SocketTimeoutException open) {
            return "open";
        } catch (IOException reset) {
            return "reset";
        }
    }

    Socket socket() {
        return socket;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    /** Closes so that the other side sees a reset. */
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
