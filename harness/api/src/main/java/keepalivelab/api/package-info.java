/**
 * The terms, values and extension points that every other module shares; JDK and annotations only.
 *
 * <p>Words are used as {@code docs/glossary.md} defines them.
 */
@NullMarked
package keepalivelab.api;

import org.jspecify.annotations.NullMarked;
