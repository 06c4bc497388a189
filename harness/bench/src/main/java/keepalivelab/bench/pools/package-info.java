/** Benchmarks of pools alone: {@link keepalivelab.bench.pools.PoolBenchmarks} runs them. */
@NullMarked
package keepalivelab.bench.pools;

import org.jspecify.annotations.NullMarked;
