package keepalivelab.proxies.embedded;

/** Where requests go: a pool of ours with its connections, or a client library with its own. Thread-safe. */
interface Upstream {
    /** How requests to it are worded. */
    Dialect dialect();
}
