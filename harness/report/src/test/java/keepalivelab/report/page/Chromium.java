package keepalivelab.report.page;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A headless Chromium of the system, steered over its DevTools socket on loopback, with every name unresolvable. */
final class Chromium implements AutoCloseable {
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");
    private static final Pattern LISTENING = Pattern.compile("DevTools listening on (ws://\\S+)");
    private static final long LIMIT_SECONDS = 60;

    private final Process process;
    private final WebSocket socket;
    private final AtomicInteger ids = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<JsonNode> events = new ConcurrentLinkedQueue<>();

    private Chromium(Process process, URI devTools) {
        this.process = process;
        this.socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(devTools, new Listener())
                .join();
    }

    /** Where it is; empty where it is not installed. */
    static Optional<Path> installed() {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":"))
                .flatMap(folder -> NAMES.stream().map(Path.of(folder)::resolve))
                .filter(Files::isExecutable)
                .findFirst();
    }

    static Chromium start(Path binary, Path profile) throws IOException {
        Process process = new ProcessBuilder(
                        binary.toString(),
                        "--headless=new",
                        // The page under test is our own file without script; a container's root has no other way.
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--no-first-run",
                        "--host-resolver-rules=MAP * ~NOTFOUND",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile,
                        "about:blank")
                .redirectErrorStream(true)
                .start();
        BufferedReader output = process.inputReader();
        String line;
        while ((line = output.readLine()) != null) {
            Matcher listening = LISTENING.matcher(line);
            if (listening.find()) {
                drain(output);
                return new Chromium(process, URI.create(listening.group(1)));
            }
        }
        throw new IllegalStateException(binary + " ended with " + process.exitValue());
    }

    private static void drain(BufferedReader output) {
        Thread reader = new Thread(() -> {
            try {
                while (output.readLine() != null) {}
            } catch (IOException ended) {
                // It was closed with its process.
            }
        });
        reader.setDaemon(true);
        reader.start();
    }

    /** Opens a file in a new tab of that width; nothing but files can be reached. */
    Tab open(Path file, int width, String scheme) {
        String target = send("Target.createTarget", Map.of("url", "about:blank"), "")
                .get("targetId")
                .asString();
        String session = send("Target.attachToTarget", Map.of("targetId", target, "flatten", true), "")
                .get("sessionId")
                .asString();
        Tab tab = new Tab(session);
        for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
            send(domain + ".enable", Map.of(), session);
        }
        Map<String, Object> offline =
                Map.of("offline", true, "latency", 0, "downloadThroughput", 0, "uploadThroughput", 0);
        send("Network.emulateNetworkConditions", offline, session);
        send(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", false),
                session);
        send(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))),
                session);
        send("Page.navigate", Map.of("url", file.toUri().toString()), session);
        tab.evaluate("new Promise(done => document.readyState === 'complete' && location.protocol === 'file:' ? done(1)"
                + " : addEventListener('load', () => done(1)))");
        return tab;
    }

    private JsonNode send(String method, Map<String, Object> params, String session) {
        int id = ids.incrementAndGet();
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        answers.put(id, answer);
        Map<String, Object> message = session.isEmpty()
                ? Map.of("id", id, "method", method, "params", params)
                : Map.of("id", id, "method", method, "params", params, "sessionId", session);
        socket.sendText(JsonMapper.shared().writeValueAsString(message), true).join();
        JsonNode found = answer.orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS).join();
        if (found.has("error")) {
            throw new IllegalStateException(method + ": " + found.get("error"));
        }
        return found.get("result");
    }

    @Override
    public void close() {
        try {
            send("Browser.close", Map.of(), "");
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (RuntimeException alreadyGone) {
            // What counts is that it is not left behind.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    /** One open page. */
    final class Tab {
        private final String session;

        private Tab(String session) {
            this.session = session;
        }

        /** The value of an expression, a promise's when it is kept. */
        JsonNode evaluate(String expression) {
            JsonNode result = send(
                    "Runtime.evaluate",
                    Map.of("expression", expression, "awaitPromise", true, "returnByValue", true),
                    session);
            if (result.has("exceptionDetails")) {
                throw new IllegalStateException(result.get("exceptionDetails").toString());
            }
            JsonNode value = result.get("result").get("value");
            return value == null ? JsonMapper.shared().nullNode() : value;
        }

        /** Errors on the console and uncaught exceptions. */
        List<String> complaints() {
            return events().filter(event -> {
                        String method = event.get("method").asString();
                        JsonNode params = event.get("params");
                        return method.equals("Runtime.exceptionThrown")
                                || method.equals("Log.entryAdded")
                                || (method.equals("Runtime.consoleAPICalled")
                                        && params.get("type").asString().equals("error"));
                    })
                    .map(JsonNode::toString)
                    .toList();
        }

        /** Addresses that the page asked for. */
        List<String> requests() {
            return events().filter(event -> event.get("method").asString().equals("Network.requestWillBeSent"))
                    .map(event -> event.get("params").get("request").get("url").asString())
                    .toList();
        }

        /** A picture of an element, or of the top of the page. */
        byte[] screenshot(Map<String, Object> clip) {
            JsonNode shot = send(
                    "Page.captureScreenshot",
                    Map.of("format", "png", "captureBeyondViewport", true, "clip", clip),
                    session);
            return java.util.Base64.getDecoder().decode(shot.get("data").asString());
        }

        private java.util.stream.Stream<JsonNode> events() {
            return events.stream()
                    .filter(event -> event.has("sessionId")
                            && event.get("sessionId").asString().equals(session));
        }
    }

    private final class Listener implements WebSocket.Listener {
        private final StringBuilder begun = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
            begun.append(part);
            if (last) {
                JsonNode message = JsonMapper.shared().readTree(begun.toString());
                begun.setLength(0);
                if (message.has("id")) {
                    Optional.ofNullable(answers.remove(message.get("id").asInt()))
                            .ifPresent(answer -> answer.complete(message));
                } else {
                    events.add(message);
                }
            }
            from.request(1);
            return CompletableFuture.completedStage(null);
        }

        @Override
        public void onError(WebSocket from, Throwable error) {
            answers.values()
                    .forEach(answer -> answer.completeExceptionally(new UncheckedIOException(new IOException(error))));
        }
    }
}
