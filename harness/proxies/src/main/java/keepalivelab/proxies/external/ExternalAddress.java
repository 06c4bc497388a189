package keepalivelab.proxies.external;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.OptionalLong;
import keepalivelab.api.RunningProxy;

/**
 * An address that somebody else serves.
 *
 * @param address where
 */
record ExternalAddress(InetSocketAddress address) implements RunningProxy {
    private static final int CONNECT_LIMIT_MILLIS = 1000;

    @Override
    public OptionalLong pid() {
        return OptionalLong.empty();
    }

    /** Connects and closes without a byte: no proxy that was measured opens an upstream connection for that. */
    @Override
    public boolean alive() {
        try (Socket socket = new Socket()) {
            socket.connect(address, CONNECT_LIMIT_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public LogFindings log() {
        return new LogFindings(OptionalLong.empty(), List.of(), List.of());
    }

    /** Leaves it as it is. */
    @Override
    public void close() {
        // We did not start it.
    }
}
