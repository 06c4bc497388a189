/** Results as tablesaw tables: for questions that no fixed table answers, and for notebooks. */
@NullMarked
package keepalivelab.report.frame;

import org.jspecify.annotations.NullMarked;
