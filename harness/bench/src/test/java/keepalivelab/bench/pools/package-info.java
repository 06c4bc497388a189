@NullMarked
package keepalivelab.bench.pools;

import org.jspecify.annotations.NullMarked;
