package keepalivelab.load;

/** The part of a plan that one loop carries out. Confined to that loop's thread. */
interface Traffic {
    /** Begins. It goes on by the answers and timers that follow. */
    void start();
}
