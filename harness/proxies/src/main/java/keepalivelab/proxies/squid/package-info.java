/** The driver for Squid, 5 and newer. */
@NullMarked
package keepalivelab.proxies.squid;

import org.jspecify.annotations.NullMarked;
