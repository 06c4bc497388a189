package keepalivelab.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ThreadCensusTest {
    @Test
    void namesThatDifferInTheirNumberStandTogether() {
        assertThat(ThreadCensus.text(List.of("main", "worker-0", "worker-1", "worker-2")))
                .isEqualTo("main, worker-0 to 2");
        assertThat(ThreadCensus.text(List.of("worker-3"))).isEqualTo("worker-3");
        assertThat(ThreadCensus.text(List.of("nginx", "nginx"))).isEqualTo("nginx x2");
        assertThat(ThreadCensus.text(List.of("pool-1", "pool-9"))).isEqualTo("pool- x2");
    }
}
