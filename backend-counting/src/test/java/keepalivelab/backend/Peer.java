package keepalivelab.backend;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A client on a plain blocking socket, with nothing of the product in it: what it sees is what a peer's kernel sees. */
final class Peer implements AutoCloseable {
    /** How a connection ended as seen from here. */
    enum End {
        EOF,
        RESET
    }

    /** A response; header names in lower case. */
    record Answer(String statusLine, Map<String, String> headers, String body) {
        String header(String name) {
            return headers.getOrDefault(name.toLowerCase(Locale.ROOT), "");
        }
    }

    private static final int PATIENCE_MILLIS = 10_000;

    private final Socket socket;
    private final InputStream in;

    Peer(CountingBackend backend) throws IOException {
        this(backend.port());
    }

    Peer(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream());
    }

    Socket socket() {
        return socket;
    }

    Peer send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        return this;
    }

    Peer sendGet(String... headers) throws IOException {
        return send("GET / HTTP/1.1\r\nHost: b\r\n" + lines(headers) + "\r\n");
    }

    Answer get(String... headers) throws IOException {
        return sendGet(headers).answer();
    }

    Answer get(String run, int number) throws IOException {
        return get("X-Lab-Request: " + run + "-" + number);
    }

    /** Reads one response whose length is told. */
    Answer answer() throws IOException {
        return answer(true);
    }

    Answer headAnswer() throws IOException {
        return answer(false);
    }

    private Answer answer(boolean withBody) throws IOException {
        String status = line();
        Map<String, String> headers = new TreeMap<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).trim());
        }
        int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
        byte[] body = withBody ? in.readNBytes(length) : new byte[0];
        return new Answer(status, headers, new String(body, StandardCharsets.ISO_8859_1));
    }

    /** Waits for the end of the connection, which must come without another byte. */
    End end() throws IOException {
        try {
            int next = in.read();
            if (next >= 0) {
                throw new AssertionError("a byte instead of the end: " + (char) next);
            }
            return End.EOF;
        } catch (SocketException e) {
            if (!String.valueOf(e.getMessage()).contains("reset")) {
                throw e;
            }
            return End.RESET;
        }
    }

    /** Closes with a reset. */
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    void endOutput() throws IOException {
        socket.shutdownOutput();
    }

    /** Closes in the middle of a test. */
    void leave() throws IOException {
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new EOFException("the connection ended after '" + line + "'");
            }
            line.write(b);
        }
        return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
    }

    private static String lines(String... headers) {
        return headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
    }
}
