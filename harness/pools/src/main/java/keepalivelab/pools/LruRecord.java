package keepalivelab.pools;

/**
 * What an eviction list remembers of a connection. It names the connection by key and id; the connection itself is here
 * only as the address of the notice.
 */
record LruRecord<C>(long key, int id, C connection, long stamp) {}
