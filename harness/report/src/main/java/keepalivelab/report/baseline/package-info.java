/** Committed counts of a scenario on an arm, and a run's counts held against them. Values and their files only. */
@NullMarked
package keepalivelab.report.baseline;

import org.jspecify.annotations.NullMarked;
