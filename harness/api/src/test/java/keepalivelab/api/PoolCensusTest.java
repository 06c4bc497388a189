package keepalivelab.api;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class PoolCensusTest {
    @Test
    void noMoreOrphansThanIdleConnections() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PoolCensus(2, 3, 0, 1))
                .withMessage("census of 2 idle, 3 orphans, 0 stale, 1 groups");
    }
}
