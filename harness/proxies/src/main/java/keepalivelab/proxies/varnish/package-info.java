/** The driver for Varnish, 7.1 and newer. */
@NullMarked
package keepalivelab.proxies.varnish;

import org.jspecify.annotations.NullMarked;
