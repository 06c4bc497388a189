/** The driver for HAProxy. */
@NullMarked
package keepalivelab.proxies.haproxy;

import org.jspecify.annotations.NullMarked;
