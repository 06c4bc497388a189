/** A driver of a toy, as {@code docs/add-a-driver.md} walks through it: this package, its template and nothing else. */
@NullMarked
package keepalivelab.proxies.toy;

import org.jspecify.annotations.NullMarked;
