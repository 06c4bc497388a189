/**
 * The statistics of a verdict: pure functions over arrays of numbers, exact where samples are small.
 *
 * <p>Nothing here knows rounds, cells or proxies, and nothing here is random except by a seed that is a constant.
 */
@NullMarked
package keepalivelab.report.stats;

import org.jspecify.annotations.NullMarked;
