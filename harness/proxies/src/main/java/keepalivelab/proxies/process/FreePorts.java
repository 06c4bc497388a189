package keepalivelab.proxies.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import keepalivelab.api.EnvironmentException;

/**
 * Finds ports for proxies that need theirs in a file. A port is free when found and no longer held afterwards, so somebody
 * else may take it before the proxy does: whoever starts the proxy tries once more with another port (see
 * {@link keepalivelab.api.ProxyFailedException#portTaken()}). Thread-safe; never hands out the same port twice while others
 * are left.
 */
public final class FreePorts {
    private static final int TRIES = 64;
    private static final byte[] LOOPBACK = {127, 0, 0, 1};
    private static final Set<Integer> HANDED_OUT = ConcurrentHashMap.newKeySet();

    private FreePorts() {}

    /**
     * An address on the loopback interface that nobody listens on.
     *
     * @throws EnvironmentException if the machine has no port left
     */
    public static InetSocketAddress loopback() {
        InetSocketAddress address = probe();
        for (int i = 0; i < TRIES && !HANDED_OUT.add(address.getPort()); i++) {
            address = probe();
        }
        return address;
    }

    private static InetSocketAddress probe() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByAddress(LOOPBACK))) {
            return new InetSocketAddress(socket.getInetAddress(), socket.getLocalPort());
        } catch (IOException e) {
            throw new EnvironmentException("no free port on 127.0.0.1: " + e.getMessage());
        }
    }
}
