/**
 * Arms whose pool is that of an HTTP client library: the embedded proxy's front end, with the library of the variant as its
 * upstream side.
 */
@NullMarked
package keepalivelab.proxies.client;

import org.jspecify.annotations.NullMarked;
