package keepalivelab.bench.pools;

import keepalivelab.api.PoolFactory;
import keepalivelab.api.PoolSettings;
import keepalivelab.api.UpstreamPool;

/** Stands for a connection to the one upstream. */
record Connection(int id) {
    /** Any number that is no small one, as the hash of an address would be. */
    static final long KEY = 0x4B65_6570_416C_6976L;

    /** A pool whose holder does nothing with what it drops. One worker, so that max-idle is the cap in every pool. */
    static UpstreamPool<Connection> emptyPool(String id, int maxIdle) {
        return PoolFactory.of(id).create(PoolSettings.of(maxIdle, 1), (connection, cause) -> {});
    }
}
