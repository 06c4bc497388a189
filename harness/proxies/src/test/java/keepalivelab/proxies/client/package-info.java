@NullMarked
package keepalivelab.proxies.client;

import org.jspecify.annotations.NullMarked;
