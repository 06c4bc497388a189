/** The driver for the Apache HTTP server, 2.4. */
@NullMarked
package keepalivelab.proxies.httpd;

import org.jspecify.annotations.NullMarked;
