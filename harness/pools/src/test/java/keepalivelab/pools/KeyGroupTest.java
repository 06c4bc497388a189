package keepalivelab.pools;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeyGroupTest {
    private static KeyGroup<String> filled(int connections) {
        KeyGroup<String> group = new KeyGroup<>();
        for (int id = 1; id <= connections; id++) {
            group.insert(id, "c" + id);
        }
        return group;
    }

    private static List<String> takeAll(KeyGroup<String> group) {
        List<String> all = new ArrayList<>();
        for (String next = group.take(id -> {}); next != null; next = group.take(id -> {})) {
            all.add(next);
        }
        return all;
    }

    @Test
    void aRemovalFromTheMiddleOfTheQueueTurnsItRound() {
        KeyGroup<String> group = filled(5);
        assertThat(group.remove(3)).isEqualTo("c3");
        assertThat(takeAll(group)).containsExactly("c4", "c5", "c1", "c2");
    }

    @Test
    void aRemovalThatFindsNothingLeavesTheOrder() {
        KeyGroup<String> group = filled(5);
        assertThat(group.remove(9)).isNull();
        assertThat(takeAll(group)).containsExactly("c1", "c2", "c3", "c4", "c5");
    }

    @Test
    void whatDoesNotFitTheQueueCanBeRemovedAndTakenToo() {
        KeyGroup<String> group = filled(20);
        assertThat(group.size()).isEqualTo(20);
        assertThat(group.remove(18)).isEqualTo("c18");
        List<String> all = takeAll(group);
        assertThat(all.subList(0, 16)).doesNotContain("c17", "c19", "c20");
        assertThat(all.subList(16, 19)).containsExactlyInAnyOrder("c17", "c19", "c20");
    }

    @Test
    void aTakeTellsTheId() {
        List<Integer> ids = new ArrayList<>();
        filled(2).take(ids::add);
        assertThat(ids).containsExactly(1);
    }
}
