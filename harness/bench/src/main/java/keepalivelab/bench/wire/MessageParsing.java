package keepalivelab.bench.wire;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import keepalivelab.wire.Head;
import keepalivelab.wire.MessageReader;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What it takes to read one message, whatever is done with it; nothing is looked at but where it ends. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class MessageParsing {
    private static final int LENGTH = 150;
    private static final int PIPELINED = 16;
    private static final int CHUNKS = 4;
    private static final int CHUNK_BYTES = 256;

    /** Counts ends, so that no message can be optimised away. */
    private static final class Ends implements MessageReader.Sink {
        private long count;

        @Override
        public void onHead(Head head) {
            // Only its end is of interest.
        }

        @Override
        public void onEnd() {
            count++;
        }
    }

    private final Ends ends = new Ends();
    private final MessageReader requests = new MessageReader(MessageReader.Role.REQUEST, ends);
    private final MessageReader responses = new MessageReader(MessageReader.Role.RESPONSE, ends);
    private final byte[] request = bytes(padded("GET / HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n"));
    private final byte[] pipelined =
            bytes(padded("GET / HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n").repeat(PIPELINED));
    private final byte[] response =
            bytes(padded("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX-Backend-Connection: 17\r\n"));
    private final byte[] chunked = bytes(padded("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n")
            + (Integer.toHexString(CHUNK_BYTES) + "\r\n" + "x".repeat(CHUNK_BYTES) + "\r\n").repeat(CHUNKS)
            + "0\r\n\r\n");

    /** A request of 150 bytes with three fields. */
    @Benchmark
    public long request150() {
        return read(requests, request);
    }

    /** A response of 150 bytes with four fields and no body. */
    @Benchmark
    public long response150() {
        return read(responses, response);
    }

    /** One of sixteen requests that arrived together. */
    @Benchmark
    @OperationsPerInvocation(PIPELINED)
    public long requestOf16Pipelined() {
        return read(requests, pipelined);
    }

    /** A response of four chunks of 256 bytes. */
    @Benchmark
    public long chunkedResponse() {
        return read(responses, chunked);
    }

    private long read(MessageReader reader, byte[] bytes) {
        for (int at = 0; at < bytes.length; ) {
            int taken = reader.feed(bytes, at, bytes.length - at);
            if (taken == 0) {
                throw new IllegalStateException("the benchmark's own message cannot be read: " + reader.malformed());
            }
            at += taken;
        }
        return ends.count;
    }

    /** The head with one more field that makes it 150 bytes long. */
    private static String padded(String head) {
        String start = head + "X-Lab-Request: ";
        return start + "a".repeat(LENGTH - start.length() - 4) + "\r\n\r\n";
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
