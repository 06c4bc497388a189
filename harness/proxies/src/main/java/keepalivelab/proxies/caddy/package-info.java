/** The driver for Caddy. */
@NullMarked
package keepalivelab.proxies.caddy;

import org.jspecify.annotations.NullMarked;
