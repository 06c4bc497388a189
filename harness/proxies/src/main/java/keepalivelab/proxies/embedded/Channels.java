package keepalivelab.proxies.embedded;

import java.io.IOException;
import java.nio.channels.SocketChannel;

/** Closing sockets that nothing more is expected of. */
final class Channels {
    private Channels() {}

    static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException alreadyGone) {
            // The descriptor is free either way.
        }
    }
}
