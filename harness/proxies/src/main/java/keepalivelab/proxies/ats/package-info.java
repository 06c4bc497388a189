/** The driver for Apache Traffic Server, 9. */
@NullMarked
package keepalivelab.proxies.ats;

import org.jspecify.annotations.NullMarked;
