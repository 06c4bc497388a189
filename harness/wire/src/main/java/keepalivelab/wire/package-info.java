/**
 * The one I/O kernel: event loop, connection, timers and HTTP/1.x framing on plain JDK NIO. Backend, load generator and
 * embedded proxy all stand on it, so that one parser decides where a message ends.
 *
 * <p>Everything that belongs to a loop is confined to that loop's thread; {@link keepalivelab.wire.EventLoop#execute} is
 * the way in. In steady state nothing here allocates per request.
 */
@NullMarked
package keepalivelab.wire;

import org.jspecify.annotations.NullMarked;
