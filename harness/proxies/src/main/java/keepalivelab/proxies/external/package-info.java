/** The driver for an address that already answers: a proxy that somebody else configured and started. */
@NullMarked
package keepalivelab.proxies.external;

import org.jspecify.annotations.NullMarked;
