/** Reactor Netty as the upstream side of an arm. */
@NullMarked
package keepalivelab.clients.reactornetty;

import org.jspecify.annotations.NullMarked;
