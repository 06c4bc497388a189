package keepalivelab.proxies.embedded;

import keepalivelab.api.client.UpstreamClient;

/**
 * An upstream that is reached through a client library.
 *
 * @param client the library's client, with its own pool
 * @param counted whether this upstream is the measured one
 */
record ClientUpstream(UpstreamClient client, boolean counted) implements Upstream {
    private static final Dialect DIALECT = new Dialect(1, false);

    @Override
    public Dialect dialect() {
        return DIALECT;
    }

    void count(Worker worker, Counter counter) {
        if (counted) {
            worker.counters().add(counter);
        }
    }
}
