@NullMarked
package keepalivelab.pools;

import org.jspecify.annotations.NullMarked;
