/** The driver for Envoy. */
@NullMarked
package keepalivelab.proxies.envoy;

import org.jspecify.annotations.NullMarked;
