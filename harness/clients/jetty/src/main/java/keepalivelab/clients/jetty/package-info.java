/** The Jetty client as the upstream side of an arm. */
@NullMarked
package keepalivelab.clients.jetty;

import org.jspecify.annotations.NullMarked;
