package keepalivelab.proxies.client;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;
import keepalivelab.api.KnobStatus;
import keepalivelab.api.client.ClientKnob;
import keepalivelab.api.client.UpstreamClientFactory;
import keepalivelab.proxies.process.Directive;
import keepalivelab.proxies.process.Directives;

/** The neutral knobs of a client arm: some are the front end's, the others the library's. */
final class ClientKnobs {
    /** Knobs that the front end has not, but of which one value says what it does anyway. */
    private static final Set<Knob> DEFAULT_HOLDS = EnumSet.of(
            Knob.WORKERS_MODEL,
            Knob.WORKERS_IO,
            Knob.POOL_SHARE,
            Knob.POOL_MIN_IDLE,
            Knob.POOL_MAX_REQUESTS_EMULATE,
            Knob.UPSTREAM_TLS);

    private ClientKnobs() {}

    /** What becomes of a knob; one that is not set has nothing to become. */
    static Directive directive(UpstreamClientFactory factory, Knob knob, KnobSettings settings) {
        return settings.text(knob)
                .map(value -> directive(mapping(factory, knob, value, settings)))
                .orElseGet(Directive::untouched);
    }

    private static Directive directive(ClientKnob mapped) {
        return new Directive(mapped.status(), "", mapped.note());
    }

    /** The settings that the arm's process shall know: what is native or cannot be done is not set there. */
    static KnobSettings possible(KnobSettings settings, Directives directives) {
        EnumMap<Knob, String> possible = new EnumMap<>(Knob.class);
        settings.values().forEach((knob, value) -> {
            KnobStatus status = directives.directive(knob).status();
            if (status == KnobStatus.APPLIED || status == KnobStatus.EMULATED) {
                possible.put(knob, value);
            }
        });
        return new KnobSettings(possible, Set.of());
    }

    private static ClientKnob mapping(UpstreamClientFactory factory, Knob knob, String value, KnobSettings settings) {
        if (DEFAULT_HOLDS.contains(knob) || knob == Knob.ROLE) {
            return ClientKnob.only(knob.embeddedDefault(), value);
        }
        return switch (knob) {
            case WORKERS ->
                value.equals(Knob.NONE)
                        ? ClientKnob.unsupported("the front end needs a number of worker threads")
                        : ClientKnob.emulated(
                                "threads of the front end, and event loops of a library that has them; its other threads are its own");
            case WORKERS_SPREAD -> ClientKnob.applied();
            case POOL_REFILL_INTERVAL, UPSTREAM_BLOCK -> ClientKnob.unsupported("a client library has no such thing");
            default -> factory.mapping(knob, settings);
        };
    }

    /** The best that any value of each knob gets. */
    static Map<Knob, KnobStatus> capabilities(UpstreamClientFactory factory) {
        EnumMap<Knob, KnobStatus> capabilities = new EnumMap<>(Knob.class);
        for (Knob knob : EnumSet.complementOf(EnumSet.copyOf(DEFAULT_HOLDS))) {
            samples(knob)
                    .map(value -> mapping(factory, knob, value, new KnobSettings(Map.of(knob, value), Set.of()))
                            .status())
                    .filter(status -> status != KnobStatus.UNSUPPORTED)
                    .min(Comparator.naturalOrder())
                    .ifPresent(status -> capabilities.put(knob, status));
        }
        return capabilities;
    }

    /** Of limits one that any library would take that takes any; of words all. */
    private static Stream<String> samples(Knob knob) {
        Knob.Form form = knob.form();
        return switch (form.kind()) {
            case COUNT -> Stream.of("8");
            case DURATION -> Stream.of("10s");
            case WORD -> form.words().stream();
        };
    }
}
