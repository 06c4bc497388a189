/** Apache HttpClient 5 as the upstream side of an arm. */
@NullMarked
package keepalivelab.clients.apache5;

import org.jspecify.annotations.NullMarked;
