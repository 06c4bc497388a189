/** Scenario files: what a run shall do, for which values, and what must come out. Knows no proxy and starts nothing. */
@NullMarked
package keepalivelab.app.scenario;

import org.jspecify.annotations.NullMarked;
