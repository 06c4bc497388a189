/** The HTTP client of the JDK as the upstream side of an arm. */
@NullMarked
package keepalivelab.clients.jdk;

import org.jspecify.annotations.NullMarked;
