/** HttpURLConnection as the upstream side of an arm. */
@NullMarked
package keepalivelab.clients.urlconnection;

import org.jspecify.annotations.NullMarked;
