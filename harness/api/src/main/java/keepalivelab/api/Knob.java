package keepalivelab.api;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * The neutral vocabulary of proxy settings: one key per concept, whatever a proxy calls it. Each driver maps a knob to its
 * native configuration and says whether it was {@linkplain KnobStatus applied, emulated or is unsupported}.
 *
 * <p>Any knob may be {@code native}: the driver writes nothing and the proxy's own default holds.
 */
public enum Knob {
    WORKERS("workers", Form.count(1, 256), "1", "worker threads or processes that handle requests"),
    WORKERS_MODEL(
            "workers.model",
            Form.words("pinned", "stealing"),
            "pinned",
            "whether a connection stays with one worker or idle workers take ready work from others"),
    WORKERS_SPREAD(
            "workers.spread",
            Form.words("round-robin", "random", "accepting"),
            "round-robin",
            "which worker gets a new downstream connection"),
    WORKERS_IO(
            "workers.io",
            Form.words("own-loop", "accepting-loop"),
            "own-loop",
            "whose loop watches a pinned downstream connection: its handler's, or the one that accepted it"),
    ROLE("role", Form.words("http", "l4", "answer"), "http", "reverse proxy, byte forwarder, or answering by itself"),
    POOL_ENABLED("pool.enabled", Form.words("yes", "no"), "yes", "whether upstream connections are kept for reuse"),
    POOL_MAX_IDLE("pool.max-idle", Form.count(0, 1_000_000), "128", "idle upstream connections kept"),
    POOL_MAX_TOTAL("pool.max-total", Form.count(1, 1_000_000), "none", "upstream connections at any time"),
    POOL_IDLE_TIMEOUT("pool.idle-timeout", Form.duration(), "60s", "idle time after which the proxy closes"),
    POOL_MAX_REQUESTS("pool.max-requests", Form.count(1, 1_000_000_000), "1000", "requests on one upstream connection"),
    POOL_MAX_REQUESTS_EMULATE(
            "pool.max-requests.emulate",
            Form.words("no", "origin"),
            "no",
            "whether our backend closes after pool.max-requests where the proxy cannot"),
    POOL_MAX_LIFETIME("pool.max-lifetime", Form.duration(), "none", "age after which a connection is not reused"),
    POOL_SHARE(
            "pool.share",
            Form.words("never", "safe", "aggressive", "always"),
            "always",
            "which requests may use a pooled connection"),
    POOL_MIN_IDLE("pool.min-idle", Form.count(0, 1_000_000), "0", "connections opened ahead of need"),
    POOL_REFILL_INTERVAL(
            "pool.refill-interval", Form.duration(), "100ms", "how often missing idle connections are opened ahead"),
    UPSTREAM_HTTP("upstream.http", Form.words("1.0", "1.1"), "1.1", "HTTP version spoken to the upstream"),
    UPSTREAM_CONNECTION(
            "upstream.connection", Form.words("none", "close"), "none", "Connection header sent to the upstream"),
    UPSTREAM_TLS("upstream.tls", Form.words("no", "yes"), "no", "whether the upstream is spoken to over TLS"),
    UPSTREAM_BLOCK("upstream.block", Form.words("yes", "no"), "yes", "nginx: named upstream block, or a bare address"),
    RETRY_RULE(
            "retry.rule",
            Form.words("none", "idempotent-on-reused", "any-within-64KiB-on-reused"),
            "idempotent-on-reused",
            "which failed requests the proxy sends once more"),
    CONNECT_TIMEOUT("connect.timeout", Form.duration(), "5s", "limit on opening an upstream connection"),
    RESPONSE_TIMEOUT("response.timeout", Form.duration(), "60s", "limit between bytes of a response");

    /** The value that leaves a knob to the proxy's own default. */
    public static final String NATIVE = "native";
    /** The value of an absent limit. */
    public static final String NONE = "none";

    private final String key;
    private final Form form;
    private final String embeddedDefault;
    private final String meaning;

    Knob(String key, Form form, String embeddedDefault, String meaning) {
        this.key = key;
        this.form = form;
        this.embeddedDefault = embeddedDefault;
        this.meaning = meaning;
    }

    /** The key in scenarios, flags and results, e.g. {@code pool.max-idle}. */
    public String key() {
        return key;
    }

    /** What values look like. */
    public Form form() {
        return form;
    }

    /** What the embedded proxy does where neither scenario nor arm says anything. */
    public String embeddedDefault() {
        return embeddedDefault;
    }

    /** One line for help and reference pages. */
    public String meaning() {
        return meaning;
    }

    /**
     * The knob of that key.
     *
     * @throws InputException naming the nearest key
     */
    public static Knob of(String key) {
        return Arrays.stream(values())
                .filter(k -> k.key.equals(key))
                .findFirst()
                .orElseThrow(() -> new InputException("unknown knob '" + key + "'" + NearestWord.hint(key, keys())));
    }

    /** All keys, in the order of the reference page. */
    public static List<String> keys() {
        return Arrays.stream(values()).map(Knob::key).toList();
    }

    /**
     * Checks a value.
     *
     * @throws InputException naming knob, value and what is valid
     */
    public String check(String value) {
        if (!value.equals(NATIVE)) {
            form.check(key, value);
        }
        return value;
    }

    /**
     * The shape of a knob's value.
     *
     * @param kind which of the fields below count
     * @param min smallest count
     * @param max largest count
     * @param words the valid words
     */
    public record Form(Kind kind, long min, long max, List<String> words) {
        /** Kinds of values. */
        public enum Kind {
            COUNT,
            DURATION,
            WORD
        }

        static Form count(long min, long max) {
            return new Form(Kind.COUNT, min, max, List.of());
        }

        static Form duration() {
            return new Form(Kind.DURATION, 0, 0, List.of());
        }

        static Form words(String... words) {
            return new Form(Kind.WORD, 0, 0, List.of(words));
        }

        /** What is valid, for messages: {@code a number from 1 to 256, or none}. */
        public String describe() {
            return switch (kind) {
                case COUNT -> "a number from " + min + " to " + max + ", or none";
                case DURATION -> "a duration with its unit (us ms s m h), or none";
                case WORD -> String.join(", ", words);
            };
        }

        void check(String key, String value) {
            boolean valid = switch (kind) {
                case COUNT -> value.equals(NONE) || isCount(value);
                case DURATION ->
                    value.equals(NONE)
                            || DurationText.parse(value)
                                    .filter(d -> d.compareTo(Duration.ZERO) > 0)
                                    .isPresent();
                case WORD -> words.contains(value);
            };
            if (!valid) {
                String hint = kind == Kind.WORD ? NearestWord.hint(value, words) : "; valid: " + describe();
                throw new InputException("knob " + key + ": '" + value + "' is not valid" + hint);
            }
        }

        private boolean isCount(String value) {
            if (!value.matches("\\d{1,18}")) {
                return false;
            }
            long number = Long.parseLong(value);
            return number >= min && number <= max;
        }
    }
}
