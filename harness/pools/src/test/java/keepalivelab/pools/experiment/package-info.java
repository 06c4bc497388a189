@NullMarked
package keepalivelab.pools.experiment;

import org.jspecify.annotations.NullMarked;
