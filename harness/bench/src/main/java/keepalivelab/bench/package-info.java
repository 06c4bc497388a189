/** Benchmarks of single parts: {@link keepalivelab.bench.Benchmarks} runs them. */
@NullMarked
package keepalivelab.bench;

import org.jspecify.annotations.NullMarked;
