/**
 * A raw-TCP HTTP/1.x backend that counts: who was accepted, what was exchanged on which connection, who closed first and
 * how. Embeddable alone: {@link keepalivelab.backend.CountingBackend} is the entry, {@link
 * keepalivelab.backend.LedgerSnapshot} what it counted.
 */
@NullMarked
package keepalivelab.backend;

import org.jspecify.annotations.NullMarked;
