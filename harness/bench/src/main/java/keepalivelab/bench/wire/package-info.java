/** Benchmarks of the framing parser. */
@NullMarked
package keepalivelab.bench.wire;

import org.jspecify.annotations.NullMarked;
