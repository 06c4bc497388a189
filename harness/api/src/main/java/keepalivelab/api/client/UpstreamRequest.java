package keepalivelab.api.client;

import java.util.List;

/**
 * A request for an {@link UpstreamClient}. Immutable.
 *
 * @param method e.g. {@code GET}
 * @param target path and query as the client wrote them, e.g. {@code /item?n=1}
 * @param fields the fields that concern both ends, in order: none about framing, the connection or the host, which are the
 *     library's own
 * @param body the body; empty for none
 */
public record UpstreamRequest(String method, String target, List<HeaderField> fields, BodyBytes body) {
    public UpstreamRequest {
        fields = List.copyOf(fields);
    }

    /** Whether the method says that there is a body even if that is empty, so that its length of 0 must be sent. */
    public boolean definesBody() {
        return !body.isEmpty() || method.equals("POST") || method.equals("PUT") || method.equals("PATCH");
    }
}
