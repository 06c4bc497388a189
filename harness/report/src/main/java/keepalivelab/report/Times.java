package keepalivelab.report;

import org.jspecify.annotations.Nullable;

/**
 * How long the requests of a cell took. A closed loop has service times only.
 *
 * @param service sent → done; null where nothing was timed
 * @param response planned → done; null for a closed loop
 * @param lag planned → sent; null for a closed loop
 */
public record Times(
        @Nullable Split service,
        @Nullable Split response,
        @Nullable Split lag) {
    /** Times of a closed loop. */
    public static Times ofService(Split service) {
        return new Times(service, null, null);
    }

    /**
     * One kind of time, over all requests and by whether the upstream connection was new.
     *
     * @param all over every timed request; null where none was
     * @param newUpstream over requests that opened their upstream connection; null where none did
     * @param reusedUpstream over requests on a connection that had served before; null where none were
     */
    public record Split(
            @Nullable LatencySummary all,
            @Nullable LatencySummary newUpstream,
            @Nullable LatencySummary reusedUpstream) {}
}
