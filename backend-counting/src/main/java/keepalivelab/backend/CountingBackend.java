package keepalivelab.backend;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import keepalivelab.api.EnvironmentException;
import keepalivelab.api.InputException;
import keepalivelab.backend.rule.Behaviour;
import keepalivelab.backend.rule.Behaviours;
import keepalivelab.wire.EventLoop;
import keepalivelab.wire.Listener;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP/1.x server on one loop that answers every request with 200 and counts what happens on its connections; see
 * {@link LedgerSnapshot} for what is counted. Keep-alive is the default; {@link Behaviour}s change it. Thread-safe.
 *
 * <pre>{@code
 * try (CountingBackend backend = CountingBackend.builder().behave("idle-fin(300ms)").start()) {
 *     callThroughTheProxy(backend.address());
 *     assertEquals(1, backend.ledger().accepts());
 * }
 * }</pre>
 */
public final class CountingBackend implements AutoCloseable {
    private static final Duration BARRIER_LIMIT = Duration.ofSeconds(10);

    private final EventLoop loop;
    private final Server server;
    private final int backlog;
    private volatile Listener listener;
    private @Nullable LedgerSnapshot last;

    private CountingBackend(Builder builder) {
        this.loop = EventLoop.start("backend", EventLoop.Precision.EXACT);
        this.server = new Server(loop, builder);
        this.backlog = builder.backlog;
        try {
            this.listener = Listener.open(loop, builder.address(), backlog, server::accept);
        } catch (IOException e) {
            loop.close();
            throw new EnvironmentException(builder.cannotListen(e));
        } catch (RuntimeException e) {
            loop.close();
            throw e;
        }
    }

    /** A backend on a free port of the loopback address that keeps every connection. */
    public static CountingBackend start() {
        return builder().start();
    }

    /** Choices for a backend. */
    public static Builder builder() {
        return new Builder();
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return listener.address();
    }

    /** The port it listens on. */
    public int port() {
        return listener.address().getPort();
    }

    /** TCP connections taken so far; at most one batch of the loop behind. */
    public long accepts() {
        return server.ledger().liveAccepts();
    }

    /** Connections that neither side has closed; at most one batch of the loop behind. */
    public long openConnections() {
        return server.ledger().liveOpen();
    }

    /** Connections that are not over on both sides, those that one side has ended included; at most one batch of the loop behind. */
    public long heldConnections() {
        return server.heldConnections();
    }

    /** Exchanges so far; at most one batch of the loop behind. */
    public long exchanges() {
        return server.ledger().liveExchanges();
    }

    /** Exchanges so far on a connection that had carried one before; at most one batch of the loop behind. */
    public long reusedExchanges() {
        return server.ledger().liveReusedExchanges();
    }

    /** Requests whose head was read and that are neither answered nor broken; at most one batch of the loop behind. */
    public long inFlight() {
        return server.ledger().liveInFlight();
    }

    /** The loop's thread, for reading its CPU time. */
    public Thread thread() {
        return loop.thread();
    }

    /** The defect that ended the loop; empty while it is healthy. What was counted is then lost and the run is void. */
    public Optional<Throwable> failure() {
        return Optional.ofNullable(loop.failure());
    }

    /**
     * Start barrier: from now on answers are held until {@code count} requests are in flight at once, then all are given and
     * none is held any more. After 10 s they are given anyway, which {@link LedgerSnapshot#barrier} tells.
     *
     * @param count at least 1
     */
    public void holdUntilInFlight(int count) {
        holdUntilInFlight(count, BARRIER_LIMIT);
    }

    /** As {@link #holdUntilInFlight(int)} with another limit. */
    public void holdUntilInFlight(int count, Duration limit) {
        if (count < 1) {
            throw new IllegalArgumentException("count " + count + " is below 1");
        }
        loop.call(() -> {
            server.hold(count, limit);
            return 0;
        });
    }

    /** Replaces the behaviours, for open connections too: their next trigger meets the new rules. Counts are kept. */
    public void behave(List<Behaviour> behaviours) {
        List<Behaviour> copy = List.copyOf(behaviours);
        loop.call(() -> {
            server.behave(copy);
            return 0;
        });
    }

    /**
     * Replaces the behaviours by text.
     *
     * @param texts each as {@link Behaviours#parseAll}; none for a plain keep-alive server
     * @throws InputException if one cannot be read
     */
    public void behave(String... texts) {
        behave(parse(texts));
    }

    /**
     * What was counted so far; after {@link #close} what was counted in all.
     *
     * @throws IllegalStateException if the loop has failed
     */
    public LedgerSnapshot ledger() {
        synchronized (this) {
            if (last != null) {
                return last;
            }
        }
        return loop.call(server::snapshot);
    }

    /** Closes in order every connection that waits for a request. */
    public void closeIdle() {
        closeIdle(IdleClose.FIN);
    }

    /** Closes in that way every connection that waits for a request. */
    public void closeIdle(IdleClose how) {
        loop.call(() -> {
            server.closeIdle(how);
            return 0;
        });
    }

    /** Whoever dials is refused from now on; connections live on. {@link #listen} ends it. */
    public void stopListening() {
        listener.close();
    }

    /**
     * Listens again, where it did before.
     *
     * @throws EnvironmentException if somebody else took the port meanwhile
     * @throws IllegalStateException if it has not stopped listening
     */
    public synchronized void listen() {
        if (listener.isOpen()) {
            throw new IllegalStateException("it listens on port " + port() + " already");
        }
        if (last != null) {
            throw new IllegalStateException("the backend is closed");
        }
        try {
            listener = Listener.open(loop, address(), backlog, server::accept);
        } catch (IOException e) {
            throw new EnvironmentException("backend cannot listen again on port " + port() + ": " + e.getMessage());
        }
    }

    /** Stops listening and closes every connection, those in the middle of an exchange too. The ledger stays readable. */
    public void stop() {
        listener.close();
        loop.call(() -> {
            server.closeAll();
            return 0;
        });
    }

    /** Stops and ends the loop. Idempotent. */
    @Override
    public void close() {
        synchronized (this) {
            if (last != null) {
                return;
            }
            if (loop.failure() == null) {
                stop();
                last = loop.call(server::snapshot);
            }
        }
        loop.close();
    }

    private static List<Behaviour> parse(String... texts) {
        List<Behaviour> behaviours = new ArrayList<>();
        for (String text : texts) {
            behaviours.addAll(Behaviours.parseAll(text));
        }
        return behaviours;
    }

    /** Choices for a backend. Not thread-safe. */
    public static final class Builder {
        private final List<Behaviour> behaviours = new ArrayList<>();
        private InetAddress bind = InetAddress.getLoopbackAddress();
        private int port;
        private int backlog = 4096;
        private String runToken = "";
        private int expectedRequests = 1024;
        private int exchangeDetailLimit = 1_000_000;
        private int connectionDetailLimit = 1_000_000;
        private long seed = 1;

        private Builder() {}

        /** Adds behaviours by text; see {@link Behaviours#parseAll}. */
        public Builder behave(String... texts) {
            behaviours.addAll(parse(texts));
            return this;
        }

        /** Adds a behaviour. */
        public Builder behave(Behaviour behaviour) {
            behaviours.add(behaviour);
            return this;
        }

        /** The port, 1 to 65535; 0, the default, for any free one. */
        public Builder port(int number) {
            port = inRange("port", number, 0, 65_535);
            return this;
        }

        /** The address to listen on; the default is loopback, so that nobody else can count along. */
        public Builder bind(InetAddress address) {
            bind = address;
            return this;
        }

        /** Connections that the kernel completes ahead of the accept; the default is 4096. */
        public Builder backlog(int connections) {
            backlog = inRange("backlog", connections, 1, Integer.MAX_VALUE);
            return this;
        }

        /** The run's token: requests with {@code X-Lab-Request: <token>-<n>} are counted by {@code n}, others are foreign. */
        public Builder runToken(String token) {
            runToken = token;
            return this;
        }

        /** How many request numbers to make room for at once; more are taken as they come. */
        public Builder expectedRequests(int count) {
            expectedRequests = inRange("expectedRequests", count, 0, RequestLedger.MOST_IDS);
            return this;
        }

        /** How many requests get a row of detail (41 bytes each); the default is 1,000,000. */
        public Builder exchangeDetailLimit(int rows) {
            exchangeDetailLimit = inRange("exchangeDetailLimit", rows, 0, Integer.MAX_VALUE);
            return this;
        }

        /** How many connections get a record of their own; the default is 1,000,000. */
        public Builder connectionDetailLimit(int records) {
            connectionDetailLimit = inRange("connectionDetailLimit", records, 0, Integer.MAX_VALUE);
            return this;
        }

        /** Seed of everything random, such as jitter. */
        public Builder seed(long number) {
            seed = number;
            return this;
        }

        /**
         * Starts it.
         *
         * @throws EnvironmentException if the address cannot be bound
         */
        public CountingBackend start() {
            return new CountingBackend(this);
        }

        List<Behaviour> behaviours() {
            return behaviours;
        }

        String token() {
            return runToken;
        }

        int expected() {
            return expectedRequests;
        }

        int exchangeLimit() {
            return exchangeDetailLimit;
        }

        int connectionLimit() {
            return connectionDetailLimit;
        }

        long seed() {
            return seed;
        }

        private InetSocketAddress address() {
            return new InetSocketAddress(bind, port);
        }

        private String cannotListen(IOException why) {
            return "backend cannot listen on " + bind.getHostAddress() + ":" + port + ": " + why.getMessage()
                    + "; stop what uses that port (ss -ltnp 'sport = :" + port
                    + "' shows it) or choose another, 0 for any"
                    + " free one";
        }

        private static int inRange(String name, int value, int least, int most) {
            if (value < least || value > most) {
                throw new IllegalArgumentException(name + " " + value + " is not between " + least + " and " + most);
            }
            return value;
        }
    }
}
