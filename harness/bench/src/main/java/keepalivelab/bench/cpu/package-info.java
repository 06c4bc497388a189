/**
 * CPU per request of generator, backend and embedded proxy, each against a well-known program in the same role, in turns on
 * pinned cores. Figures with their spread, for people; nothing here fails a build.
 */
@NullMarked
package keepalivelab.bench.cpu;

import org.jspecify.annotations.NullMarked;
