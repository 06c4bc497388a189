package keepalivelab.proxies.embedded;

/** How a client of the byte forwarder came by its upstream connection. */
enum UpstreamOrigin {
    /** It was opened ahead of need and waited. */
    PREWARMED,
    /** It was dialled for this client. */
    DIALLED
}
