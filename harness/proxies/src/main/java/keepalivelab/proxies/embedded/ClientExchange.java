package keepalivelab.proxies.embedded;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import keepalivelab.api.LabHeaders;
import keepalivelab.api.client.BodyBytes;
import keepalivelab.api.client.HeaderField;
import keepalivelab.api.client.UpstreamAnswer;
import keepalivelab.api.client.UpstreamRequest;
import keepalivelab.wire.Head;
import org.jspecify.annotations.Nullable;

/**
 * One request and its response on their way through a client library: the request is read whole, handed to the library, and
 * its response written whole, so that an error of the library always has an answer of its own. Fields of one hop, framing and
 * Host are the library's own upstream and ours downstream.
 */
final class ClientExchange implements Passage<ClientUpstream> {
    /** Largest body of a request. */
    static final int MAX_BODY_BYTES = 16 * 1024 * 1024;

    private static final byte[] CONTINUE = Bytes.ascii("HTTP/1.1 100 Continue\r\n\r\n");
    private static final int NO_CONTENT = 204;
    private static final int NOT_MODIFIED = 304;
    private static final int BAD_GATEWAY = 502;
    private static final int TOO_LARGE = 413;
    private static final List<String> HOP_FIELDS = List.of(
            "connection", "content-length", "keep-alive", "proxy-connection", "te", "transfer-encoding", "upgrade");

    private final DownstreamLink<ClientUpstream> downstream;
    private final Worker worker;
    private final Routes<ClientUpstream> routes;
    private final Bytes body = new Bytes();
    private ClientUpstream upstream;
    private @Nullable CompletableFuture<UpstreamAnswer> call;
    private long ticket;
    private String method = "";
    private String target = "";
    private List<HeaderField> fields = List.of();
    private boolean clientSpeaks11;
    private boolean clientPersists;

    ClientExchange(DownstreamLink<ClientUpstream> downstream, Worker worker, Routes<ClientUpstream> routes) {
        this.downstream = downstream;
        this.worker = worker;
        this.routes = routes;
        this.upstream = routes.measured();
    }

    @Override
    public void begin(Head head, ClientUpstream to) {
        upstream = to;
        method = head.method();
        target = head.target();
        fields = fields(head);
        clientSpeaks11 = head.minorVersion() == 1;
        clientPersists = head.persistent();
        body.clear();
        upstream.count(worker, Counter.REQUESTS);
        if (head.expectsContinue() && clientSpeaks11) {
            // The library gets the body whole, so the client is asked for it here.
            downstream.connection().put(CONTINUE);
        }
    }

    private static List<HeaderField> fields(Head head) {
        List<HeaderField> fields = new ArrayList<>();
        for (int i = 0; i < head.count(); i++) {
            if (head.kind(i) == Head.Kind.END_TO_END && !head.nameIs(i, "Host")) {
                fields.add(new HeaderField(head.name(i), head.value(i)));
            }
        }
        return fields;
    }

    @Override
    public void requestBody(byte[] bytes, int offset, int length) {
        if (body.count() + length > MAX_BODY_BYTES) {
            downstream.answer(TOO_LARGE, false);
        } else {
            body.add(bytes, offset, length);
        }
    }

    @Override
    public void requestTrailer(byte[] bytes, int offset, int length) {
        // Trailers may be dropped (RFC 9110, section 6.5.1), and no library sends them in HTTP/1.1 of its own accord.
    }

    @Override
    public void requestEnd() {
        BodyBytes bytes = BodyBytes.of(Arrays.copyOf(body.array(), body.count()));
        long mine = ++ticket;
        call = send(new UpstreamRequest(method, target, fields, bytes));
        whenDone(call, (answer, error) -> worker.loop().execute(() -> complete(mine, answer, error)));
    }

    /** The action does not fail: it only queues a task. */
    @SuppressWarnings("FutureReturnValueIgnored")
    private static void whenDone(
            CompletableFuture<UpstreamAnswer> future,
            BiConsumer<@Nullable UpstreamAnswer, @Nullable Throwable> action) {
        future.whenComplete(action);
    }

    /** A library that refuses a request at once fails in the same way as one that fails later. */
    private CompletableFuture<UpstreamAnswer> send(UpstreamRequest request) {
        try {
            return upstream.client().send(request);
        } catch (RuntimeException refused) {
            return CompletableFuture.failedFuture(refused);
        }
    }

    private void complete(long mine, @Nullable UpstreamAnswer answer, @Nullable Throwable error) {
        if (mine != ticket) {
            return;
        }
        call = null;
        if (answer != null) {
            put(answer);
        } else {
            put(failure(error == null ? new CancellationException() : error));
        }
        downstream.exchangeEnded(clientPersists);
    }

    /** What the client gets for an error of the library. */
    private UpstreamAnswer failure(Throwable error) {
        Throwable thrown = error;
        while ((thrown instanceof CompletionException || thrown instanceof ExecutionException)
                && thrown.getCause() != null) {
            thrown = thrown.getCause();
        }
        upstream.count(worker, Counter.LIBRARY_ERRORS);
        String classes = Stream.iterate(thrown, cause -> cause != null, Throwable::getCause)
                .limit(5)
                .map(cause -> cause.getClass().getName())
                .collect(Collectors.joining(", "));
        routes.log().accept("client library failed: " + method + ": " + classes + ": " + oneLine(thrown));
        return new UpstreamAnswer(
                BAD_GATEWAY,
                List.of(new HeaderField(LabHeaders.ERROR, classes), new HeaderField("Content-Type", "text/plain")),
                BodyBytes.of(Bytes.ascii(oneLine(thrown) + "\n")));
    }

    private static String oneLine(Throwable thrown) {
        return String.valueOf(thrown.getMessage()).lines().collect(Collectors.joining(" "));
    }

    private void put(UpstreamAnswer answer) {
        boolean bodyless = method.equals("HEAD") || answer.status() == NO_CONTENT || answer.status() == NOT_MODIFIED;
        Bytes out = worker.scratch();
        out.add(Bytes.ascii("HTTP/1.1 " + answer.status() + " " + OwnAnswers.reason(answer.status()) + "\r\n"));
        for (HeaderField field : answer.fields()) {
            // The length of a body that is not sent is not ours to say.
            if (!isOfHop(field) || (field.is("Content-Length") && bodyless && answer.status() != NO_CONTENT)) {
                out.add(Bytes.ascii(field.name() + ": " + field.value() + "\r\n"));
            }
        }
        out.add(worker.threadLine());
        if (!bodyless) {
            out.addLength(answer.body().length());
        }
        putPersistence(out);
        out.add(Bytes.CRLF);
        out.putTo(downstream.connection());
        if (!bodyless) {
            downstream.connection().put(answer.body().array());
        }
    }

    private void putPersistence(Bytes out) {
        if (!clientPersists) {
            out.add(Bytes.ascii("Connection: close\r\n"));
        } else if (!clientSpeaks11) {
            out.add(Bytes.ascii("Connection: keep-alive\r\n"));
        }
    }

    private static boolean isOfHop(HeaderField field) {
        return HOP_FIELDS.stream().anyMatch(field::is);
    }

    /** A response is put in one go, so there is no moment at which its head only was. */
    @Override
    public boolean answered() {
        return false;
    }

    @Override
    public Heads.Delivery delivery() {
        return Heads.Delivery.SIZED;
    }

    @Override
    public void downstreamDrained() {
        // The library does not wait for the client.
    }

    /** The client is gone: what the library does with the exchange is its own. */
    @Override
    public void abort() {
        ticket++;
        upstream.count(worker, Counter.CLIENT_ABORTS);
        CompletableFuture<UpstreamAnswer> begun = call;
        call = null;
        if (begun != null) {
            begun.cancel(true);
        }
    }
}
