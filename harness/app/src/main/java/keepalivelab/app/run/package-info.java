/** One run, from its arms and cells to its result. */
@NullMarked
package keepalivelab.app.run;

import org.jspecify.annotations.NullMarked;
