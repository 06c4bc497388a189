/** Benchmarks of pools alone. */
@NullMarked
package keepalivelab.bench.pools;

import org.jspecify.annotations.NullMarked;
