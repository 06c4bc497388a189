package keepalivelab.load;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import keepalivelab.api.InputException;

/** What the load generator shall do in one cell. Immutable; carries no address, so one plan serves every arm. */
public sealed interface LoadPlan {
    /** Number of requests this plan will send if nothing stops it. */
    int planned();

    /** Limit from a request's start to the last byte of its response; a request that exceeds it is a timeout. */
    Duration timeout();

    /**
     * The next request follows the last response of the same client, after the gap. Such a load cannot see the time during
     * which the server would not let it send: it reports service time only.
     *
     * @param requests in all, dealt out to the clients as they become free
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
     * Single requests in a written order, one after the other.
     *
     * @param steps at least one {@link Step.Send}
     * @param timeout see {@link LoadPlan#timeout()}
     */
    record Script(List<Step> steps, Duration timeout) implements LoadPlan {
        public Script {
            steps = List.copyOf(steps);
            require(steps.stream().anyMatch(Step.Send.class::isInstance), "steps", steps);
            require(timeout.compareTo(Duration.ZERO) > 0, "timeout", timeout);
        }

        @Override
        public int planned() {
            return (int) steps.stream().filter(Step.Send.class::isInstance).count();
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
     */
    record Gap(Duration least, Duration most) {
        /** No gap. */
        public static final Gap NONE = new Gap(Duration.ZERO, Duration.ZERO);

        public Gap {
            require(!least.isNegative() && least.compareTo(most) <= 0, "gap", least + ".." + most);
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
         * Sends one request and waits for its outcome.
         *
         * @param request what is sent
         * @param connection name of the downstream connection to use; it is opened at its first use and again after it was
         *     closed; empty for a new one that is closed afterwards
         */
        record Send(RequestShape request, Optional<String> connection) implements Step {}

        /** Waits for a time that is part of the experiment. */
        record Pause(Gap gap) implements Step {}

        /**
         * Waits for a fact at the backend.
         *
         * @param fact what must become true
         * @param limit after which the run is void: the fact never came
         */
        record Await(Fact fact, Duration limit) implements Step {}
    }

    /**
     * A fact that can be read at the backend at any time.
     *
     * @param what which number
     * @param comparison how it is compared
     * @param value with what
     */
    record Fact(What what, Comparison comparison, long value) {
        /** Numbers of the backend. */
        public enum What {
            OPEN_CONNECTIONS,
            ACCEPTS,
            EXCHANGES,
            IN_FLIGHT
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
