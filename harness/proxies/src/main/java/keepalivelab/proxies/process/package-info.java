/**
 * What every driver of a proxy in its own process needs: starting it under a guard so that it never outlives the harness,
 * finding binaries and free ports, waiting until it answers, filling in templates of native configuration.
 */
@NullMarked
package keepalivelab.proxies.process;

import org.jspecify.annotations.NullMarked;
