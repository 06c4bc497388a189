/** The load generator: schedules, loops, recorders, and the accounting that every request must pass. */
@NullMarked
package keepalivelab.load;

import org.jspecify.annotations.NullMarked;
