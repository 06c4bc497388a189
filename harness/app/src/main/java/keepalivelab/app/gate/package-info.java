/** The counts gate: what every run must fulfil, and a run's counts held against a committed baseline. */
@NullMarked
package keepalivelab.app.gate;

import org.jspecify.annotations.NullMarked;
