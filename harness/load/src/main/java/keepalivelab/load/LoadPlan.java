package keepalivelab.load;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import keepalivelab.api.InputException;

/**
 * What the load generator shall do in one cell. Immutable; carries no address, so one plan serves every arm.
 *
 * <p>Longer than files here should be: the kinds of load are sealed and belong on one page.
 */
public sealed interface LoadPlan {
    /** Number of requests this plan will send if nothing stops it; 0 for one that a time ends. */
    int planned();

    /** Limit from a request's start to the last byte of its response; a request that exceeds it is a timeout. */
    Duration timeout();

    /**
     * The next request follows the last response of the same client, after the gap. Such a load cannot see the time during
     * which the server would not let it send: it reports service time only.
     *
     * @param requests in all, dealt out to the clients as they become free; where the gaps are a sweep, exactly one per
     *     client before its first gap and one after each gap of the sweep
     * @param clients at once, at least 1
     * @param downstream whether a client keeps its connection
     * @param gap between the end of a response and the same client's next request
     * @param request what is sent
     * @param start whether the first request of every client waits in the backend until all are there; with fewer requests
     *     than clients only so many clients come
     * @param timeout see {@link LoadPlan#timeout()}
     */
    record ClosedLoop(
            int requests,
            int clients,
            Downstream downstream,
            Gap gap,
            RequestShape request,
            Start start,
            Duration timeout)
            implements LoadPlan {
        public ClosedLoop {
            require(requests >= 1, "requests", requests);
            require(clients >= 1, "clients", clients);
            require(timeout.compareTo(Duration.ZERO) > 0, "timeout", timeout);
            int expected = clients + gap.sweep().map(sweep -> gap.count()).orElse(0);
            require(gap.sweep().isEmpty() || requests == expected, "requests of a sweep", requests);
        }

        @Override
        public int planned() {
            return requests;
        }
    }

    /**
     * Requests are due at scheduled instants, whether or not earlier ones were answered: response time counts from the
     * planned instant.
     *
     * @param requests in all
     * @param perSecond mean rate
     * @param arrivals how the instants are spaced
     * @param connections at most so many requests are in flight; a request due while all are busy waits, and its wait counts
     * @param request what is sent
     * @param timeout see {@link LoadPlan#timeout()}
     */
    record OpenLoop(
            int requests,
            double perSecond,
            Arrivals arrivals,
            int connections,
            Downstream downstream,
            RequestShape request,
            Duration timeout)
            implements LoadPlan {
        public OpenLoop {
            require(requests >= 1, "requests", requests);
            require(connections >= 1, "connections", connections);
            require(perSecond > 0, "perSecond", perSecond);
            require(timeout.compareTo(Duration.ZERO) > 0, "timeout", timeout);
        }

        @Override
        public int planned() {
            return requests;
        }
    }

    /**
     * Groups of connections that run at once, each a closed loop of its own, round after round. Every round has new
     * connections, opened in the order of the classes; sending begins when all are there.
     *
     * @param classes at least one; their names differ
     * @param time after which no connection of a round sends any more; empty where every class has a number of requests
     * @param rounds at least 1
     * @param slow the median service time above which results count a connection as slow; empty to count none
     * @param timeout see {@link LoadPlan#timeout()}
     */
    record Classes(
            List<ConnectionClass> classes,
            Optional<Duration> time,
            int rounds,
            Optional<Duration> slow,
            Duration timeout)
            implements LoadPlan {
        public Classes {
            classes = List.copyOf(classes);
            require(!classes.isEmpty(), "classes", classes);
            require(classes.stream().map(ConnectionClass::name).distinct().count() == classes.size(), "names", classes);
            require(
                    time.isPresent()
                            || classes.stream().allMatch(c -> c.requests().isPresent()),
                    "classes without time and requests",
                    classes);
            require(
                    time.isPresent()
                            || classes.stream().allMatch(c -> c.threads().isEmpty()),
                    "threads without time",
                    classes);
            require(time.isEmpty() || time.get().compareTo(Duration.ZERO) > 0, "time", time);
            require(rounds >= 1, "rounds", rounds);
            require(timeout.compareTo(Duration.ZERO) > 0, "timeout", timeout);
        }

        /** With a time, what is planned is what is sent. */
        @Override
        public int planned() {
            return time.isPresent()
                    ? 0
                    : rounds
                            * classes.stream()
                                    .mapToInt(c -> c.requests().orElse(0))
                                    .sum();
        }

        /** Connections that are open at once. */
        public int connections() {
            return classes.stream().mapToInt(ConnectionClass::connections).sum();
        }
    }

    /**
     * Connections that do the same.
     *
     * @param name of the class in results
     * @param connections at once, at least 1
     * @param request what each sends
     * @param downstream whether a connection is kept for the next request, or each has its own
     * @param pause between a response and the next request
     * @param requests in one round, dealt out to the connections as they become free; empty for as many as the time allows
     * @param threads the serving threads that they shall have, dealt out in turn: connections that are served by another
     *     thread are given up before sending begins; empty for whichever thread serves
     */
    record ConnectionClass(
            String name,
            int connections,
            RequestShape request,
            Downstream downstream,
            Gap pause,
            OptionalInt requests,
            List<String> threads) {
        public ConnectionClass {
            threads = List.copyOf(threads);
            require(!name.isEmpty(), "class name", name);
            require(connections >= 1, "connections", connections);
            require(requests.orElse(1) >= 1, "requests", requests);
            require(threads.isEmpty() || downstream == Downstream.KEEP, "threads of new connections", threads);
        }
    }

    /**
     * Single requests in a written order, one after the other.
     *
     * @param steps as written, at least one {@link Step.Send}
     * @param timeout see {@link LoadPlan#timeout()}
     */
    record Script(List<Step> steps, Duration timeout) implements LoadPlan {
        private static final int MOST_STEPS = 1_000_000;

        public Script {
            steps = List.copyOf(steps);
            require(size(steps) <= MOST_STEPS, "number of steps", size(steps));
            require(unrolled(steps).anyMatch(Step.Send.class::isInstance), "steps", steps);
            require(timeout.compareTo(Duration.ZERO) > 0, "timeout", timeout);
        }

        @Override
        public int planned() {
            return (int) unrolled(steps).filter(Step.Send.class::isInstance).count();
        }

        /** The steps as they are taken, every repetition written out. */
        public List<Step> played() {
            return unrolled(steps).toList();
        }

        private static Stream<Step> unrolled(List<Step> steps) {
            return steps.stream()
                    .flatMap(step -> step instanceof Step.Repeat repeat
                            ? Collections.nCopies(repeat.times(), repeat.steps()).stream()
                                    .flatMap(Script::unrolled)
                            : Stream.of(step));
        }

        private static long size(List<Step> steps) {
            return steps.stream()
                    .mapToLong(step -> step instanceof Step.Repeat repeat ? repeat.times() * size(repeat.steps()) : 1)
                    .sum();
        }
    }

    /** Whether requests share a client's connection. */
    enum Downstream {
        /** One connection per client for all its requests, as long as the server keeps it. */
        KEEP,
        /** A new connection for each request. */
        NEW
    }

    /** How a closed loop begins. */
    enum Start {
        /** Every client sends as soon as it is connected. */
        AT_ONCE,
        /** The backend holds its answers until as many requests are in flight as there are clients. */
        BARRIER
    }

    /** Spacing of an open loop's planned instants. */
    enum Arrivals {
        /** Equal distances. */
        CONSTANT,
        /** Exponential distances from the run's seed. */
        POISSON
    }

    /**
     * Time between a response and the next request of the same client.
     *
     * @param least lower bound
     * @param most upper bound; equal bounds make a fixed gap, otherwise it is uniform from the run's seed
     * @param sweep walks through the bounds in steps instead; empty for a fixed or uniform gap
     */
    record Gap(Duration least, Duration most, Optional<Sweep> sweep) {
        /** No gap. */
        public static final Gap NONE = new Gap(Duration.ZERO, Duration.ZERO);

        private static final long MOST_GAPS = 1_000_000;

        public Gap {
            require(!least.isNegative() && least.compareTo(most) <= 0, "gap", least + ".." + most);
            require(sweep.isEmpty() || count(least, most, sweep.get()) <= MOST_GAPS, "gaps of a sweep", sweep);
        }

        /** A fixed or uniform gap. */
        public Gap(Duration least, Duration most) {
            this(least, most, Optional.empty());
        }

        /** Number of gaps of a sweep; 0 for other gaps, which have no end. */
        public int count() {
            return (int) sweep.map(s -> count(least, most, s)).orElse(0L).longValue();
        }

        private static long count(Duration least, Duration most, Sweep sweep) {
            return (most.minus(least).toNanos() / sweep.step().toNanos() + 1) * sweep.repeat();
        }
    }

    /**
     * Gaps in equal steps, from the lower bound on as far as the upper one is not passed, each as often as told; all of them
     * in an order shuffled by the run's seed, so that a drift of the machine does not look like an effect of the gap.
     *
     * @param step distance between neighbours, above zero
     * @param repeat how often each gap occurs, at least 1
     */
    record Sweep(Duration step, int repeat) {
        public Sweep {
            require(step.compareTo(Duration.ZERO) > 0, "step of a sweep", step);
            require(repeat >= 1, "repeat of a sweep", repeat);
        }
    }

    /**
     * One request as it is written.
     *
     * @param method e.g. {@code GET}
     * @param path begins with a slash
     * @param bodyBytes length of the body; 0 with a method that has a body sends {@code Content-Length: 0}
     * @param headers further header lines, {@code Name: value}; empty for none
     */
    record RequestShape(String method, String path, int bodyBytes, List<String> headers) {
        /** {@code GET /} without a body. */
        public static final RequestShape GET = new RequestShape("GET", "/", 0, List.of());

        public RequestShape {
            headers = List.copyOf(headers);
            require(isToken(method), "method", method);
            require(path.startsWith("/") && path.chars().allMatch(c -> c > ' ' && c < 0x7f), "path", path);
            require(bodyBytes >= 0, "bodyBytes", bodyBytes);
        }

        private static boolean isToken(String text) {
            return !text.isEmpty() && text.chars().allMatch(c -> c > ' ' && c < 0x7f && c != ':');
        }
    }

    /** One line of a script. */
    sealed interface Step {
        /**
         * Sends one request and waits for its outcome, or goes on at once.
         *
         * @param request what is sent
         * @param connection name of the downstream connection to use; it is opened at its first use and again after it was
         *     closed; empty for a new one that is closed afterwards
         * @param answer whether the script waits for it
         */
        record Send(RequestShape request, Optional<String> connection, Answer answer) implements Step {
            /** Waits for the outcome. */
            public Send(RequestShape request, Optional<String> connection) {
                this(request, connection, Answer.AWAITED);
            }
        }

        /** Waits for a time that is part of the experiment. */
        record Pause(Gap gap) implements Step {}

        /**
         * Waits for a fact at the backend.
         *
         * @param fact what must become true
         * @param limit after which the run is void: the fact never came
         */
        record Await(Fact fact, Duration limit) implements Step {}

        /** Does something to the backend or the proxy, and waits until it is done. */
        record Act(Action action) implements Step {}

        /**
         * Takes steps several times.
         *
         * @param times at least 1
         * @param steps one round
         */
        record Repeat(int times, List<Step> steps) implements Step {
            public Repeat {
                steps = List.copyOf(steps);
                require(times >= 1, "repeat", times);
            }
        }
    }

    /** Whether a script waits for the answer to a request before its next step. */
    enum Answer {
        /** The next step follows the outcome. */
        AWAITED,
        /** The next step follows the sending; {@link Fact.What#UNANSWERED} tells when the outcome is there. */
        LATER
    }

    /** What a script can do besides sending. Carried out by a {@link Stage}. */
    enum Action {
        /** The backend closes every connection that waits for a request, in order. */
        CLOSE_IDLE,
        /** The same with a reset. */
        RESET_IDLE,
        /** The backend sends FIN on every connection that waits for a request, and holds it until the peer closes, too. */
        END_IDLE,
        /** The backend refuses new connections from now on; those that are open live on. */
        STOP_LISTENING,
        /** The backend takes connections again. */
        LISTEN,
        /** The proxy is stopped between two instructions: what arrives for it waits in the kernel, in order. */
        PAUSE_PROXY,
        /** The proxy goes on. */
        RESUME_PROXY
    }

    /**
     * A fact that can be read at any time.
     *
     * @param what which number
     * @param comparison how it is compared
     * @param value with what
     */
    record Fact(What what, Comparison comparison, long value) {
        /** Numbers of the backend, and the last one of the generator itself. */
        public enum What {
            OPEN_CONNECTIONS,
            /** Connections that are not over on both sides: those that only the backend has ended are among them. */
            HELD_CONNECTIONS,
            ACCEPTS,
            EXCHANGES,
            IN_FLIGHT,
            /** Requests sent and without an outcome. */
            UNANSWERED
        }

        /** Ways to compare. */
        public enum Comparison {
            EQUAL,
            AT_LEAST,
            AT_MOST
        }

        /** Whether {@code now} fulfils it. */
        public boolean holds(long now) {
            return switch (comparison) {
                case EQUAL -> now == value;
                case AT_LEAST -> now >= value;
                case AT_MOST -> now <= value;
            };
        }
    }

    private static void require(boolean holds, String what, Object value) {
        if (!holds) {
            throw new InputException("load: " + what + " " + value + " is out of range");
        }
    }
}
