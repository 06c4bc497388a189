/**
 * pingora, as a proxy and as a server that answers by itself, and its connection pool alone: two small programs of ours in
 * Rust around the published crates, kept as resources beside these drivers.
 */
@NullMarked
package keepalivelab.proxies.pingora;

import org.jspecify.annotations.NullMarked;
