/**
 * Installs pinned proxies into the user's cache folder, without root. The catalogue is data: one line per proxy and
 * platform in {@code catalogue.txt}.
 */
@NullMarked
package keepalivelab.proxies.provision;

import org.jspecify.annotations.NullMarked;
