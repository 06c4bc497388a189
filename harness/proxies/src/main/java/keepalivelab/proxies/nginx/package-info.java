/** The driver for nginx, any version from 1.18 on. */
@NullMarked
package keepalivelab.proxies.nginx;

import org.jspecify.annotations.NullMarked;
