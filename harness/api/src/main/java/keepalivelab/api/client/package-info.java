/**
 * The extension point of arms whose upstream side is an HTTP client library: what a library's module implements, in values that no
 * library has to agree on.
 */
@NullMarked
package keepalivelab.api.client;

import org.jspecify.annotations.NullMarked;
