/** Results in the formats of others: CI systems, charts, metric stores, spreadsheets. */
@NullMarked
package keepalivelab.report.export;

import org.jspecify.annotations.NullMarked;
