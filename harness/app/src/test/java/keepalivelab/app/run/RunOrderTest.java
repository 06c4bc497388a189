package keepalivelab.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import keepalivelab.api.Arm;
import keepalivelab.app.Home;
import keepalivelab.app.scenario.Catalog;
import keepalivelab.app.scenario.Vocabulary;
import org.junit.jupiter.api.Test;

class RunOrderTest {
    @Test
    void armsTakeTurnsCellByCell() {
        RunOrder order = order(7, "one=relay", "two=relay:serial");
        assertThat(order.turns().stream()
                        .limit(4)
                        .map(t -> t.arm().label() + " " + t.cell().id()))
                .containsExactly(
                        "one size=2,clients=1", "two size=2,clients=1", "one size=2,clients=8", "two size=2,clients=8");
        assertThat(order.turns())
                .hasSize(18)
                .extracting(RunOrder.Turn::number)
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @Test
    void aKnobOfAnArmCollapsesItsAxisForThatArmOnly() {
        RunOrder order = order(7, "all=relay", "four=relay,pool.max-idle=4");
        Map<String, Long> cells = order.turns().stream()
                .collect(Collectors.groupingBy(t -> t.arm().label(), Collectors.counting()));
        assertThat(cells).isEqualTo(Map.of("all", 9L, "four", 3L));
        assertThat(order.turns().stream().filter(t -> t.arm().label().equals("four")))
                .allSatisfy(t -> assertThat(t.cell().overridden()).containsEntry("size", "4"));
    }

    @Test
    void labelsAreUniqueInARun() {
        List<ArmBinding> arms = bind("relay", "relay", "x=relay", "relay:serial", "x=relay:serial");
        assertThat(arms)
                .extracting(ArmBinding::label)
                .containsExactly("relay@1.0", "relay@1.0#2", "x", "relay:serial@1.0", "x#2");
    }

    @Test
    void theSameSeedGivesEachArmOfEachRunTheSameStream() {
        List<RunOrder.Turn> first = order(7, "one=relay", "two=relay").turns();
        RunOrder again = order(7, "one=relay", "two=relay");
        RunOrder other = order(8, "one=relay", "two=relay");
        RunOrder order = order(7, "one=relay", "two=relay");
        for (RunOrder.Turn turn : first) {
            assertThat(again.seedOf(turn.cell())).isEqualTo(order.seedOf(turn.cell()));
            assertThat(again.tokenOf(turn)).isEqualTo(order.tokenOf(turn)).matches("[0-9a-f]{8}");
            assertThat(other.seedOf(turn.cell())).isNotEqualTo(order.seedOf(turn.cell()));
        }
        assertThat(first.stream().map(order::tokenOf)).doesNotHaveDuplicates();
        assertThat(order.seedOf(first.get(0).cell()))
                .isEqualTo(order.seedOf(first.get(1).cell()));
        assertThat(order.seedOf(first.get(0).cell()))
                .isNotEqualTo(order.seedOf(first.get(2).cell()));
    }

    @Test
    void theCommandOfTheResultRepeatsTheSeedThatWasDrawn() {
        RunOrder drawn = new RunOrder(
                order(7, "relay").scenario(),
                bind("relay"),
                OptionalLong.empty(),
                OptionalInt.empty(),
                List.of("./run-scenario", "keepalive-size"));
        assertThat(drawn.command())
                .containsExactly("./run-scenario", "keepalive-size", "--seed", Long.toString(drawn.seed()));
        RunOrder given = new RunOrder(
                drawn.scenario(), drawn.arms(), 7, OptionalInt.empty(), List.of("./run-scenario", "x", "--seed=7"));
        assertThat(given.command()).containsExactly("./run-scenario", "x", "--seed=7");
    }

    private static RunOrder order(long seed, String... arms) {
        List<Arm> parsed = Arrays.stream(arms).map(Arm::parse).toList();
        return new RunOrder(
                new Catalog(Path.of(Home.path().toString()))
                        .read("keepalive-size", Vocabulary.any())
                        .resolve(Map.of(), parsed),
                bind(arms),
                seed,
                OptionalInt.empty(),
                List.of());
    }

    private static List<ArmBinding> bind(String... arms) {
        return ArmBinding.bind(Arrays.stream(arms).map(Arm::parse).toList(), false);
    }
}
