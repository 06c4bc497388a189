@NullMarked
package keepalivelab.report.frame;

import org.jspecify.annotations.NullMarked;
