package keepalivelab.pools;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class IdleListTest {
    /** Far more keys than buckets, so that keys share them; the model is a plain list. */
    @Test
    void itAgreesWithAPlainListInEveryStep() {
        IdleList<Conn> list = new IdleList<>();
        List<Conn> model = new ArrayList<>();
        Random random = new Random(3);
        for (int step = 0; step < 20_000; step++) {
            long key = random.nextInt(700);
            switch (random.nextInt(6)) {
                case 0 -> assertThat(list.takeNewest(key)).isSameAs(take(model, key, true));
                case 1 -> assertThat(list.takeOldest(key)).isSameAs(take(model, key, false));
                case 2 -> assertThat(list.takeOldest()).isSameAs(model.isEmpty() ? null : model.remove(0));
                case 3 -> {
                    Conn known = model.isEmpty() ? new Conn(key, -1) : model.get(random.nextInt(model.size()));
                    assertThat(list.remove(known.key, known.id, known)).isEqualTo(model.remove(known));
                }
                default -> {
                    Conn added = new Conn(key, step);
                    list.add(key, step, added);
                    model.add(added);
                }
            }
            assertThat(list.size()).isEqualTo(model.size());
        }
        assertThat(list.keys())
                .isEqualTo((int) model.stream().map(c -> c.key).distinct().count());
    }

    private static @org.jspecify.annotations.Nullable Conn take(List<Conn> model, long key, boolean newest) {
        Conn found = null;
        for (Conn each : model) {
            if (each.key == key && (newest || found == null)) {
                found = each;
            }
        }
        model.remove(found);
        return found;
    }

    @Test
    void onlyTheConnectionMeantIsRemoved() {
        IdleList<Conn> list = new IdleList<>();
        Conn old = new Conn(1, 7);
        Conn successor = new Conn(1, 7);
        list.add(1, 7, successor);
        assertThat(list.remove(1, 7, old)).isFalse();
        assertThat(list.remove(2, 7, successor)).isFalse();
        assertThat(list.remove(1, 7, successor)).isTrue();
    }
}
