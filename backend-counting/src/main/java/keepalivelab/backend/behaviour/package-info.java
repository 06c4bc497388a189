/** The behaviours that have a name, one class each; found through {@code ServiceLoader}. */
@NullMarked
package keepalivelab.backend.behaviour;

import org.jspecify.annotations.NullMarked;
