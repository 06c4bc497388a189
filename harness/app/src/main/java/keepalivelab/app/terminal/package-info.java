/** What a person at a terminal sees while a command works: one line of progress, or a live view. */
@NullMarked
package keepalivelab.app.terminal;

import org.jspecify.annotations.NullMarked;
