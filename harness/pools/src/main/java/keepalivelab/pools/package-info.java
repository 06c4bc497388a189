/**
 * Pools of idle upstream connections: some as proxies have them, one that keeps its cap exactly, and one that is wrong on
 * purpose. None of them does I/O.
 */
@NullMarked
package keepalivelab.pools;

import org.jspecify.annotations.NullMarked;
