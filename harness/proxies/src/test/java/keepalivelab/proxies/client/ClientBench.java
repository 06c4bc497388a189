package keepalivelab.proxies.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;
import keepalivelab.api.LabHeaders;
import keepalivelab.api.ProxyFailedException;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.RunningProxy;
import keepalivelab.proxies.CountingServer;
import keepalivelab.proxies.KeepAliveClient;
import keepalivelab.proxies.process.FreePorts;

/** A client library in its own process, and one client of its front end. */
final class ClientBench implements AutoCloseable {
    private static final ClientDriver DRIVER = new ClientDriver();

    private final RunningProxy proxy;
    private final KeepAliveClient client;

    private ClientBench(RunningProxy proxy) throws IOException {
        this.proxy = proxy;
        this.client = new KeepAliveClient(proxy.address());
    }

    static ClientBench start(String library, Map<Knob, String> knobs, InetSocketAddress upstream, Path directory)
            throws ProxyFailedException, IOException {
        ProxyPlan plan = plan(library, knobs, upstream, directory);
        return new ClientBench(DRIVER.start(plan, DRIVER.render(plan)));
    }

    static ProxyPlan plan(String library, Map<Knob, String> knobs, InetSocketAddress upstream, Path directory) {
        Optional<String> variant = Optional.of(library);
        return new ProxyPlan(
                DRIVER.locate(variant, Optional.empty()),
                variant,
                new KnobSettings(knobs, Set.of()),
                FreePorts.loopback(),
                upstream,
                Optional.empty(),
                directory);
    }

    RunningProxy proxy() {
        return proxy;
    }

    /** Another client. */
    KeepAliveClient another() throws IOException {
        return new KeepAliveClient(proxy.address());
    }

    Answer send(String method, int bodyBytes) throws IOException {
        String head = client.send(method, bodyBytes);
        int status = Integer.parseInt(head.split(" ", 3)[1]);
        return new Answer(status, CountingServer.header(head, LabHeaders.ERROR));
    }

    /**
     * What came back.
     *
     * @param error the library's exceptions; empty for none
     */
    record Answer(int status, String error) {}

    @Override
    public void close() throws IOException {
        client.close();
        proxy.close();
    }
}
