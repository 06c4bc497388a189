/** Two stored runs side by side: their counts, their configurations and what their ledgers tell. Nothing is judged here. */
@NullMarked
package keepalivelab.report.compare;

import org.jspecify.annotations.NullMarked;
