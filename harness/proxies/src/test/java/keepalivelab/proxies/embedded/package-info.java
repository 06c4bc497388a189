/** The embedded proxy in this process, between blocking clients and blocking servers that share no code with it. */
@NullMarked
package keepalivelab.proxies.embedded;

import org.jspecify.annotations.NullMarked;
