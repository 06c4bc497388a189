/** The driver for Go's own reverse proxy, in a program of ours that is beside it as a resource. */
@NullMarked
package keepalivelab.proxies.go;

import org.jspecify.annotations.NullMarked;
