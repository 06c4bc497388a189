package keepalivelab.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NameTallyTest {
    @Test
    void namesAreCounted() {
        NameTally tally = new NameTally();
        add(tally, "worker-1", "worker-2", "worker-1", "worker-10");
        assertThat(tally.counts()).isEqualTo(Map.of("worker-1", 2, "worker-2", 1, "worker-10", 1));
    }

    @Test
    void namesWithoutEndAreBounded() {
        NameTally tally = new NameTally();
        for (int i = 0; i < 1_000; i++) {
            add(tally, "thread-" + i);
        }
        assertThat(tally.counts()).hasSize(257).containsEntry("other", 744).containsEntry("thread-0", 1);
    }

    private static void add(NameTally tally, String... names) {
        for (String name : names) {
            byte[] bytes = ("<" + name + ">").getBytes(StandardCharsets.ISO_8859_1);
            tally.add(bytes, 1, bytes.length - 1);
        }
    }
}
