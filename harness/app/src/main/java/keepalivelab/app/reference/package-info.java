/** The pages of {@code docs/reference}, made from what the program itself knows. */
@NullMarked
package keepalivelab.app.reference;

import org.jspecify.annotations.NullMarked;
