package keepalivelab.clients.reactornetty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;
import keepalivelab.api.client.BodyBytes;
import keepalivelab.api.client.HeaderField;
import keepalivelab.api.client.UpstreamAnswer;
import keepalivelab.api.client.UpstreamClient;
import keepalivelab.api.client.UpstreamRequest;
import reactor.core.publisher.Mono;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.client.HttpClientResponse;
import reactor.netty.resources.LoopResources;

/** Reactor Netty towards one upstream. */
final class ReactorNettyUpstream implements UpstreamClient {
    private final ReactorNettyPool pool;
    private final LoopResources loops;
    private final LongAdder connects = new LongAdder();
    private final HttpClient client;
    private final String origin;

    ReactorNettyUpstream(InetSocketAddress upstream, KnobSettings settings) {
        this.pool = new ReactorNettyPool(settings);
        int count = (int) settings.count(Knob.WORKERS).orElse(LoopResources.DEFAULT_IO_WORKER_COUNT);
        this.loops = LoopResources.create("reactor-netty", count, true);
        this.client = client(settings);
        this.origin = "http://" + upstream.getAddress().getHostAddress() + ":" + upstream.getPort();
    }

    private HttpClient client(KnobSettings settings) {
        HttpClient built = HttpClient.create(pool.provider())
                .protocol(HttpProtocol.HTTP11)
                .runOn(loops)
                .followRedirect(false)
                .compress(false)
                .keepAlive(!is(settings, Knob.UPSTREAM_CONNECTION, "close"))
                .disableRetry(is(settings, Knob.RETRY_RULE, "none"))
                .doOnChannelInit((observer, channel, remote) -> connects.increment());
        if (settings.text(Knob.CONNECT_TIMEOUT).isPresent()) {
            int millis = settings.duration(Knob.CONNECT_TIMEOUT)
                    .map(limit -> Math.toIntExact(limit.toMillis()))
                    .orElse(0);
            built = built.option(ChannelOption.CONNECT_TIMEOUT_MILLIS, millis);
        }
        Duration response = settings.duration(Knob.RESPONSE_TIMEOUT).orElse(null);
        return response == null ? built : built.responseTimeout(response);
    }

    private static boolean is(KnobSettings settings, Knob knob, String value) {
        return settings.text(knob).filter(value::equals).isPresent();
    }

    @Override
    public CompletableFuture<UpstreamAnswer> send(UpstreamRequest request) {
        ReactorNettyAnswer answer = new ReactorNettyAnswer();
        HttpClient.RequestSender sender = client.headers(headers -> addFields(headers, request))
                .doOnRequest((sent, connection) -> {
                    answer.carriedBy(connection.channel().eventLoop());
                    withoutOwnFields(sent.requestHeaders(), request);
                })
                .request(HttpMethod.valueOf(request.method()))
                .uri(origin + request.target());
        HttpClient.ResponseReceiver<?> receiver = request.definesBody() ? sender.send(body(request)) : sender;
        answer.await(receiver.responseSingle((response, body) ->
                body.asByteArray().defaultIfEmpty(new byte[0]).map(bytes -> answer(response, bytes))));
        return answer;
    }

    private static Mono<ByteBuf> body(UpstreamRequest request) {
        return Mono.fromSupplier(() -> Unpooled.wrappedBuffer(request.body().array()));
    }

    private static void addFields(HttpHeaders headers, UpstreamRequest request) {
        request.fields().forEach(field -> headers.add(field.name(), field.value()));
        if (request.definesBody()) {
            headers.set("Content-Length", Integer.toString(request.body().length()));
        }
    }

    /** Takes out what Reactor Netty adds about itself, unless the client sent it. */
    private static void withoutOwnFields(HttpHeaders headers, UpstreamRequest request) {
        for (String own : List.of("User-Agent", "Accept")) {
            if (request.fields().stream().noneMatch(field -> field.is(own))) {
                headers.remove(own);
            }
        }
    }

    private static UpstreamAnswer answer(HttpClientResponse response, byte[] body) {
        List<HeaderField> fields = response.responseHeaders().entries().stream()
                .map(entry -> new HeaderField(entry.getKey(), entry.getValue()))
                .toList();
        return new UpstreamAnswer(response.status().code(), fields, BodyBytes.of(body));
    }

    /** Channels made for the upstream, whether they came to be connected or not, and the pool's figures. */
    @Override
    public Map<String, Long> counters() {
        Map<String, Long> counters = new LinkedHashMap<>(pool.figures());
        counters.put("reactor_netty_dials", connects.sum());
        return counters;
    }

    @Override
    public void close() {
        pool.provider().dispose();
        loops.dispose();
    }
}
