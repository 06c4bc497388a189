/** The driver for Traefik. */
@NullMarked
package keepalivelab.proxies.traefik;

import org.jspecify.annotations.NullMarked;
