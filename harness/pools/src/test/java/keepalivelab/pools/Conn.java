package keepalivelab.pools;

/** Stands for a connection; compared by identity, as connections are. */
final class Conn {
    final long key;
    final int id;

    Conn(long key, int id) {
        this.key = key;
        this.id = id;
    }

    @Override
    public String toString() {
        return "key " + key + " id " + id;
    }
}
