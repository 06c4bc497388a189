package keepalivelab.proxies.toy;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A reverse proxy in miniature: a thread and at most one upstream connection for each downstream connection. */
final class ToyProxy {
    static final String READY_PATH = "/-ready";

    private static final Pattern LENGTH = Pattern.compile("(?im)^content-length: *(\\d+)");

    private final InetSocketAddress upstream;
    private final String readyAnswer;
    private final boolean reuses;

    private ToyProxy(Map<String, String> words) {
        upstream = address(words.getOrDefault("upstream", ""));
        readyAnswer = "HTTP/1.1 204 No Content\r\nX-Mark: " + words.get("ready-mark") + "\r\n\r\n";
        reuses = !"no".equals(words.get("reuse"));
    }

    /** Serves until it is killed. Argument: the configuration. */
    public static void main(String[] args) throws IOException {
        Map<String, String> words = Files.readAllLines(Path.of(args[0])).stream()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split(" ", 2))
                .collect(Collectors.toMap(word -> word[0], word -> word[1]));
        ToyProxy proxy = new ToyProxy(words);
        try (ServerSocket server = new ServerSocket()) {
            server.bind(address(words.getOrDefault("listen", "")));
            while (true) {
                Socket client = server.accept();
                new Thread(() -> proxy.serve(client)).start();
            }
        }
    }

    private static InetSocketAddress address(String text) {
        int colon = text.lastIndexOf(':');
        return new InetSocketAddress(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    }

    private void serve(Socket client) {
        @Nullable Socket server = null;
        try (client) {
            InputStream in = new BufferedInputStream(client.getInputStream());
            for (byte[] request = message(in); request.length > 0; request = message(in)) {
                if (new String(request, StandardCharsets.ISO_8859_1).startsWith("GET " + READY_PATH)) {
                    client.getOutputStream().write(readyAnswer.getBytes(StandardCharsets.US_ASCII));
                    continue;
                }
                server = server == null || !reuses ? new Socket(upstream.getAddress(), upstream.getPort()) : server;
                server.getOutputStream().write(request);
                client.getOutputStream().write(message(server.getInputStream()));
            }
        } catch (IOException e) {
            // Both connections end, and so the client learns of it.
        } finally {
            close(server);
        }
    }

    private static void close(@Nullable Socket socket) {
        try {
            if (socket != null) {
                socket.close();
            }
        } catch (IOException e) {
            // It is gone.
        }
    }

    /** A request or response as it came; nothing at the end of the connection. */
    private static byte[] message(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                return new byte[0];
            }
            head.append((char) next);
        }
        var length = LENGTH.matcher(head);
        byte[] body = in.readNBytes(length.find() ? Integer.parseInt(length.group(1)) : 0);
        String all = head + new String(body, StandardCharsets.ISO_8859_1);
        return all.getBytes(StandardCharsets.ISO_8859_1);
    }
}
