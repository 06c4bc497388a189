/** The command line: what a user types, and where every part of the harness is put together. */
@NullMarked
package keepalivelab.app;

import org.jspecify.annotations.NullMarked;
