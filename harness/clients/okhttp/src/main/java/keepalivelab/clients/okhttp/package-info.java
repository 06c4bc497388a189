/** OkHttp as the upstream side of an arm. */
@NullMarked
package keepalivelab.clients.okhttp;

import org.jspecify.annotations.NullMarked;
