/**
 * The report: one self-contained HTML page about one run or several. It reads what runs left in their folders and draws it
 * with {@link keepalivelab.report.chart}; it judges nothing itself.
 */
@NullMarked
package keepalivelab.report.page;

import org.jspecify.annotations.NullMarked;
