package keepalivelab.proxies.embedded;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import keepalivelab.api.InputException;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;
import keepalivelab.api.NearestWord;

/**
 * What one embedded proxy does; its native configuration is lines of {@code key = value}, with {@code #} for comments.
 *
 * @param listen where clients connect; port 0 for any free one
 * @param upstream the measured backend
 * @param probe the backend of the warm route; empty where there is none
 * @param pool id of the pool; without meaning where there is a client
 * @param client id of the client library that forwards instead of a pool of ours; empty for none
 * @param knobs settings; what is absent or {@code native} has {@link Knob#embeddedDefault()}
 */
public record EmbeddedConfig(
        InetSocketAddress listen,
        InetSocketAddress upstream,
        Optional<InetSocketAddress> probe,
        String pool,
        Optional<String> client,
        KnobSettings knobs) {
    /** The pool where an arm names none. */
    public static final String DEFAULT_POOL = "lifo";

    private static final List<String> OWN_KEYS = List.of("listen", "upstream", "probe", "pool", "client");

    /** One with a pool of ours. */
    public EmbeddedConfig(
            InetSocketAddress listen,
            InetSocketAddress upstream,
            Optional<InetSocketAddress> probe,
            String pool,
            KnobSettings knobs) {
        this(listen, upstream, probe, pool, Optional.empty(), knobs);
    }

    /**
     * Reads a native configuration.
     *
     * @param name what to call it in messages
     * @throws InputException naming the line
     */
    public static EmbeddedConfig parse(String name, List<String> lines) {
        Map<String, String> own = new LinkedHashMap<>();
        EnumMap<Knob, String> knobs = new EnumMap<>(Knob.class);
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                parseLine(name + ":" + (i + 1), line, own, knobs);
            }
        }
        return new EmbeddedConfig(
                address(name, own, "listen").orElseThrow(() -> new InputException(name + ": 'listen' is missing")),
                address(name, own, "upstream").orElseThrow(() -> new InputException(name + ": 'upstream' is missing")),
                address(name, own, "probe"),
                own.getOrDefault("pool", DEFAULT_POOL),
                Optional.ofNullable(own.get("client")),
                new KnobSettings(knobs, Set.of()));
    }

    private static void parseLine(String where, String line, Map<String, String> own, Map<Knob, String> knobs) {
        int equals = line.indexOf('=');
        if (equals < 1) {
            throw new InputException(where + ": '" + line + "' is not key = value");
        }
        String key = line.substring(0, equals).strip();
        String value = line.substring(equals + 1).strip();
        if (OWN_KEYS.contains(key)) {
            own.put(key, value);
        } else if (Knob.keys().contains(key)) {
            knobs.put(Knob.of(key), checked(where, key, value));
        } else {
            List<String> valid = new ArrayList<>(OWN_KEYS);
            valid.addAll(Knob.keys());
            throw new InputException(where + ": unknown key '" + key + "'" + NearestWord.hint(key, valid));
        }
    }

    private static String checked(String where, String key, String value) {
        try {
            return Knob.of(key).check(value);
        } catch (InputException e) {
            throw new InputException(where + ": " + e.getMessage());
        }
    }

    private static Optional<InetSocketAddress> address(String name, Map<String, String> own, String key) {
        String text = own.get(key);
        if (text == null) {
            return Optional.empty();
        }
        int colon = text.lastIndexOf(':');
        String port = text.substring(colon + 1);
        if (colon < 1 || !port.matches("\\d{1,5}") || Integer.parseInt(port) > 65535) {
            throw new InputException(name + ": " + key + ": '" + text + "' is not host:port");
        }
        return Optional.of(new InetSocketAddress(text.substring(0, colon), Integer.parseInt(port)));
    }

    /** The native configuration, which {@link #parse} reads back. Every setting of a pool of ours is written, defaults too. */
    public String text() {
        StringBuilder text = new StringBuilder("# Keepalive Lab embedded proxy\n");
        text.append("listen = ").append(hostAndPort(listen)).append('\n');
        text.append("upstream = ").append(hostAndPort(upstream)).append('\n');
        probe.ifPresent(
                address -> text.append("probe = ").append(hostAndPort(address)).append('\n'));
        text.append(client.map(id -> "client = " + id).orElse("pool = " + pool)).append('\n');
        for (Knob knob : Knob.values()) {
            if (isWritten(knob)) {
                text.append(knob.key()).append(" = ").append(value(knob)).append('\n');
            }
        }
        return text.toString();
    }

    /** To a client library only what is set: what is not is left to it. */
    private boolean isWritten(Knob knob) {
        return client.isPresent() ? knobs.text(knob).isPresent() : EmbeddedKnobs.known(knob);
    }

    /** The value in force. */
    public String value(Knob knob) {
        return knobs.isNative(knob) ? knob.embeddedDefault() : knobs.text(knob).orElse(knob.embeddedDefault());
    }

    /** The number in force; empty for {@code none}. */
    OptionalLong count(Knob knob) {
        String value = value(knob);
        return value.equals(Knob.NONE) ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(value));
    }

    /** The duration in force; empty for {@code none}. */
    Optional<Duration> duration(Knob knob) {
        return KnobSettings.none().with(Map.of(knob, value(knob))).duration(knob);
    }

    Dialect dialect() {
        return new Dialect(
                value(Knob.UPSTREAM_HTTP).equals("1.0") ? 0 : 1,
                value(Knob.UPSTREAM_CONNECTION).equals("close"));
    }

    int workers() {
        return (int) count(Knob.WORKERS).orElse(1);
    }

    private static String hostAndPort(InetSocketAddress address) {
        return address.getHostString() + ":" + address.getPort();
    }
}
