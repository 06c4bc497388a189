/**
 * The embedded proxy: an HTTP/1.1 reverse proxy whose pool and threading model are chosen by id, so that two of either can
 * be compared in front of the same backend with everything else equal. It runs as a child process like every other proxy.
 *
 * <p>Reading order: {@link keepalivelab.proxies.embedded.EmbeddedProxy} starts workers; a
 * {@link keepalivelab.proxies.embedded.DownstreamLink} reads a client's requests one at a time; its
 * {@link keepalivelab.proxies.embedded.Exchange} forwards one of them over an
 * {@link keepalivelab.proxies.embedded.UpstreamLink} that an {@link keepalivelab.proxies.embedded.UpstreamGroup} leased or
 * dialled.
 */
@NullMarked
package keepalivelab.proxies.embedded;

import org.jspecify.annotations.NullMarked;
