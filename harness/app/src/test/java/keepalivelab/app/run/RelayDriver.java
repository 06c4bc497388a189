package keepalivelab.app.run;

import com.google.auto.service.AutoService;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import keepalivelab.api.CapabilitySheet;
import keepalivelab.api.EnvironmentException;
import keepalivelab.api.Installation;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobStatus;
import keepalivelab.api.ProxyDriver;
import keepalivelab.api.ProxyFailedException;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.Rendering;
import keepalivelab.api.RunningProxy;

/** A {@link Relay} as a proxy under test, in this JVM, so that a run takes no time; its variants are ways to be broken. */
@AutoService(ProxyDriver.class)
public final class RelayDriver implements ProxyDriver {
    private static final int DIES_AT = 5;
    private static final List<String> LAST_LINES = List.of("relay: line before the last", "relay: last words");

    @Override
    public String id() {
        return "relay";
    }

    @Override
    public String title() {
        return "a relay inside the tests";
    }

    @Override
    public List<String> variants() {
        return List.of("faithful", "serial", "dying", "refusing", "broken", "inventing");
    }

    @Override
    public List<Installation> installations() {
        return List.of(new Installation(id(), "1.0", "inside the tests", "given"));
    }

    @Override
    public Installation locate(Optional<String> target) {
        if (target.filter("0.1"::equals).isPresent()) {
            throw new EnvironmentException("relay 0.1 is not on this machine; looked in the tests; get 1.0");
        }
        return installations().get(0);
    }

    @Override
    public Map<Knob, KnobStatus> capabilities(Installation installation) {
        EnumMap<Knob, KnobStatus> can = new EnumMap<>(Knob.class);
        for (Knob knob : Knob.values()) {
            can.put(knob, knob == Knob.RETRY_RULE ? KnobStatus.UNSUPPORTED : KnobStatus.APPLIED);
        }
        return can;
    }

    @Override
    public CapabilitySheet sheet(Installation installation) {
        return new CapabilitySheet("the test", Duration.ZERO, CapabilitySheet.WhenFull.NO_LIMIT, "none", List.of());
    }

    @Override
    public Rendering render(ProxyPlan plan) {
        Map<Knob, KnobStatus> can = capabilities(plan.installation());
        Map<Knob, KnobStatus> became =
                plan.knobs().values().keySet().stream().collect(Collectors.toMap(knob -> knob, can::get));
        String config = plan.knobs().values().entrySet().stream()
                .map(e -> e.getKey().key() + " " + e.getValue() + "\n")
                .collect(Collectors.joining());
        return new Rendering(Map.of("relay.conf", config), List.of(), became, List.of());
    }

    @Override
    public RunningProxy start(ProxyPlan plan, Rendering rendering) throws ProxyFailedException {
        String variant = plan.variant().orElse("faithful");
        if (variant.equals("refusing")) {
            throw new ProxyFailedException("relay refuses its configuration", LAST_LINES, false);
        }
        if (variant.equals("broken")) {
            throw new IllegalStateException("a defect of ours");
        }
        try {
            return new Running(plan.listen(), plan.upstream(), variant);
        } catch (IOException e) {
            throw new ProxyFailedException("relay: " + e.getMessage(), List.of(), true);
        }
    }

    private static final class Running implements RunningProxy {
        private final Relay relay;
        private final Object turn = new Object();

        Running(InetSocketAddress listen, InetSocketAddress upstream, String variant) throws IOException {
            relay = new Relay(listen, upstream, conduct(variant));
        }

        private Relay.Conduct conduct(String variant) {
            return switch (variant) {
                case "serial" -> this::oneAtATime;
                case "dying" -> this::dyingSoon;
                case "inventing" -> hop -> "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
                default -> Relay.Conduct.FAITHFUL;
            };
        }

        private String oneAtATime(Relay.Hop hop) throws IOException {
            synchronized (turn) {
                return hop.forward();
            }
        }

        private String dyingSoon(Relay.Hop hop) throws IOException {
            if (hop.number() == DIES_AT) {
                relay.close();
            }
            return hop.forward();
        }

        @Override
        public InetSocketAddress address() {
            return relay.address();
        }

        @Override
        public OptionalLong pid() {
            return OptionalLong.empty();
        }

        @Override
        public boolean alive() {
            return relay.alive();
        }

        @Override
        public LogFindings log() {
            return new LogFindings(OptionalLong.empty(), List.of(), LAST_LINES);
        }

        @Override
        public void close() {
            relay.close();
        }
    }
}
