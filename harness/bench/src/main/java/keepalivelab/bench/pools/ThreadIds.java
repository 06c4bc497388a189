package keepalivelab.bench.pools;

import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.ThreadParams;

/** Connection ids that no other thread uses, without anything shared between threads. */
@State(Scope.Thread)
public class ThreadIds {
    private static final int BITS_PER_THREAD = 27;
    private static final int MASK = (1 << BITS_PER_THREAD) - 1;

    private int first;
    private int used;

    /** The thread's number is the upper part of each of its ids. */
    @Setup
    public void number(ThreadParams thread) {
        this.first = thread.getThreadIndex() << BITS_PER_THREAD;
    }

    int next() {
        return first | (used++ & MASK);
    }
}
