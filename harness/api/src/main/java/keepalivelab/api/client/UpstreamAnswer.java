package keepalivelab.api.client;

import java.util.List;

/**
 * A response from an {@link UpstreamClient}. Immutable.
 *
 * @param status e.g. 200
 * @param fields all that the library shows, in its order; those about framing and connection are ignored
 * @param body the whole body as it was sent
 */
public record UpstreamAnswer(int status, List<HeaderField> fields, BodyBytes body) {
    public UpstreamAnswer {
        fields = List.copyOf(fields);
    }
}
