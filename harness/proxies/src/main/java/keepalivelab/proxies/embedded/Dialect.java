package keepalivelab.proxies.embedded;

/**
 * How requests to the upstream are worded.
 *
 * @param minorVersion 0 for HTTP/1.0, 1 for HTTP/1.1
 * @param saysClose whether every request says {@code Connection: close}
 */
record Dialect(int minorVersion, boolean saysClose) {
    /** Whether a connection may carry another request after one that was worded so. */
    boolean allowsReuse() {
        return minorVersion == 1 && !saysClose;
    }
}
