/** The drivers for Node.js' own HTTP client and for undici, in programs of ours that are beside them as resources. */
@NullMarked
package keepalivelab.proxies.node;

import org.jspecify.annotations.NullMarked;
