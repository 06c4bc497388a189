/**
 * What a run leaves behind: the result as values, its JSON, its tables and its folder.
 *
 * <p>Everything here works on values that were measured elsewhere; nothing in this package opens a connection.
 */
@NullMarked
package keepalivelab.report;

import org.jspecify.annotations.NullMarked;
