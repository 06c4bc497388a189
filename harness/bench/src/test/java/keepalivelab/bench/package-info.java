@NullMarked
package keepalivelab.bench;

import org.jspecify.annotations.NullMarked;
