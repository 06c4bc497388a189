/** One class per command: options in, one call into the parts that do the work, output, exit status. */
@NullMarked
package keepalivelab.app.command;

import org.jspecify.annotations.NullMarked;
