package keepalivelab.report;

import java.util.List;
import java.util.Objects;
import keepalivelab.api.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * One request of a small scripted cell, as both sides saw it.
 *
 * @param n number of the request in the cell, from 0
 * @param method of the request
 * @param path of the request
 * @param outcome {@link Outcome#key()}; null for a request in flight at the end or never sent
 * @param status of the response; null where there was none
 * @param attempts how often the backend read its head
 * @param executions how often the backend read it whole
 * @param connections the backend's connections that it arrived on, in order, numbered from 1
 */
public record RequestTrace(
        long n,
        String method,
        String path,
        @Nullable String outcome,
        @Nullable Integer status,
        long attempts,
        long executions,
        List<Long> connections) {
    public RequestTrace {
        Objects.requireNonNull(method, "method");
        Objects.requireNonNull(path, "path");
        connections = List.copyOf(connections);
    }
}
