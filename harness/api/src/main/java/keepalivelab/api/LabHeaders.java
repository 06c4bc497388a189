package keepalivelab.api;

/**
 * The headers of ours that travel through a proxy; no other header is ours, except in-band steering under
 * {@link #STEERING_PREFIX}. Each driver's contract test proves that they pass unchanged.
 */
public final class LabHeaders {
    /**
     * Request: {@code <run>-<n>}, the run's token and the request's number in it, from 0. (Not {@code X-Request-Id}: Envoy
     * replaces that one.) Echoed in the response.
     */
    public static final String REQUEST = "X-Lab-Request";
    /** Response: number of the backend's connection, from 1, unique within one backend. */
    public static final String CONNECTION = "X-Backend-Connection";
    /** Response: index of the exchange on that connection, from 0. */
    public static final String EXCHANGE = "X-Backend-Exchange";
    /** Response of the embedded proxy: name of the thread that served the request. */
    public static final String THREAD = "X-Lab-Thread";
    /**
     * Response 502 of a front end whose client library failed: the class of the library's exception, then those of its causes,
     * outermost first, separated by commas.
     */
    public static final String ERROR = "X-Lab-Error";
    /** Request headers that steer the backend for this one request. */
    public static final String STEERING_PREFIX = "X-Lab-";
    /** Request: think time of the backend for this request, e.g. {@code 50ms}. */
    public static final String DELAY = "X-Lab-Delay";
    /** Request: number of body bytes the backend answers with. */
    public static final String LENGTH = "X-Lab-Length";

    private LabHeaders() {}
}
