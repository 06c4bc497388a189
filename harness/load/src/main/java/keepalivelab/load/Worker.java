package keepalivelab.load;

import java.net.InetSocketAddress;
import keepalivelab.wire.EventLoop;

/**
 * One loop with what its connections need. Confined to the loop's thread.
 *
 * @param loop where everything happens
 * @param session shared with other loops
 * @param recorder of this loop
 * @param timeoutNanos limit of a request
 */
record Worker(EventLoop loop, Session session, Recorder recorder, long timeoutNanos) {
    RequestLog log() {
        return session.log();
    }

    InetSocketAddress address() {
        return session.job().address();
    }

    String token() {
        return session.job().token();
    }
}
