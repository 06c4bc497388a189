/** Vert.x as the upstream side of an arm. */
@NullMarked
package keepalivelab.clients.vertx;

import org.jspecify.annotations.NullMarked;
