package keepalivelab.proxies;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import keepalivelab.api.Installation;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;
import keepalivelab.api.ProxyDriver;
import keepalivelab.api.ProxyFailedException;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.RunningProxy;
import keepalivelab.proxies.process.FreePorts;

/** Starts a proxy of any driver in its widest form: with two workers where it can have them. */
final class StartedProxy {
    private static final KnobSettings TWO_WORKERS = new KnobSettings(Map.of(Knob.WORKERS, "2"), Set.of(Knob.WORKERS));

    private StartedProxy() {}

    static RunningProxy of(String word, InetSocketAddress upstream, Path directory) throws ProxyFailedException {
        ProxyDriver driver = Found.driver(word);
        Installation installation = Found.installation(word);
        ProxyPlan plan = new ProxyPlan(
                installation,
                Optional.empty(),
                TWO_WORKERS,
                FreePorts.loopback(),
                upstream,
                Optional.empty(),
                directory);
        return driver.start(plan, driver.render(plan));
    }
}
