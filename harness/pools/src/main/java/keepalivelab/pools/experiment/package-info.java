/**
 * Experiments on pools alone, without sockets: what a pool does when it is filled, overfilled and emptied, by one thread or
 * by many. Each is found through {@link java.util.ServiceLoader} and says what it measures.
 */
@NullMarked
package keepalivelab.pools.experiment;

import org.jspecify.annotations.NullMarked;
