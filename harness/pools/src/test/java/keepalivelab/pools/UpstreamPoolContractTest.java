package keepalivelab.pools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import keepalivelab.api.InputException;
import keepalivelab.api.PoolFactory;
import keepalivelab.api.PoolSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every pool on the class path against every rule of {@link PoolContract}, by name and without a list to edit. */
class UpstreamPoolContractTest {
    /** Rules that a pool breaks because the pool it models does; that it still breaks them is checked too. */
    private static final Map<String, Set<String>> BROKEN_BY_MODEL = Map.of(
            "thread-lru", Set.of(PoolContract.CAP_OF_ZERO, PoolContract.LATE_REMOVAL),
            "sharded-lru", Set.of(PoolContract.CAP_OF_ZERO, PoolContract.LATE_REMOVAL));

    private static final Map<String, String> CAUGHT_BY = Map.of(
            "leaky-forgets-close", PoolContract.CONSERVES,
            "leaky-hands-out-twice", PoolContract.LEASED_ONCE,
            "leaky-exceeds-cap", PoolContract.KEEPS_ITS_CAP,
            "leaky-drops-one-in-100", PoolContract.NO_NEEDLESS_DROP);

    static Stream<Arguments> poolsAndRules() {
        return soundPools()
                .flatMap(pool -> PoolContract.rules().entrySet().stream()
                        .map(rule -> Arguments.of(pool.id(), rule.getKey(), pool, rule.getValue())));
    }

    private static Stream<PoolFactory> soundPools() {
        return PoolFactory.all().stream().filter(pool -> !pool.id().startsWith("leaky"));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("poolsAndRules")
    void aPoolKeepsTheRule(String id, String rule, PoolFactory pool, Consumer<PoolFactory> check) {
        if (BROKEN_BY_MODEL.getOrDefault(id, Set.of()).contains(rule)) {
            assertThat(catchThrowable(() -> check.accept(pool)))
                    .as("%s is modelled to break '%s'", id, rule)
                    .isInstanceOf(AssertionError.class);
        } else {
            check.accept(pool);
        }
    }

    static Stream<Arguments> faults() {
        return CAUGHT_BY.entrySet().stream().map(fault -> Arguments.of(fault.getKey(), fault.getValue()));
    }

    @ParameterizedTest(name = "{0} is caught by: {1}")
    @MethodSource("faults")
    void aFaultIsCaughtByTheRuleForIt(String id, String rule) {
        PoolFactory leaky = PoolFactory.of(id);
        assertThat(catchThrowable(() ->
                        PoolContract.rules().getOrDefault(rule, unknown -> {}).accept(leaky)))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void everyFaultHasAnIdAndARuleThatCatchesIt() {
        assertThat(Arrays.stream(LeakyPool.Fault.values()).map(fault -> "leaky-" + fault.word()))
                .containsExactlyInAnyOrderElementsOf(CAUGHT_BY.keySet());
    }

    @Test
    void theFaultCanBeAnOption() {
        BookedPool pool =
                new BookedPool(PoolFactory.of("leaky"), new PoolSettings(2, 1, Map.of("fault", "exceeds-cap")));
        pool.release(1, 1);
        pool.release(1, 2);
        pool.release(1, 3);
        assertThat(pool.pool.idleCount()).isEqualTo(3);
    }

    @Test
    void aMistypedFaultIsAnsweredWithTheNearest() {
        PoolSettings settings = new PoolSettings(2, 1, Map.of("fault", "exceed-cap"));
        assertThatThrownBy(() -> new BookedPool(PoolFactory.of("leaky"), settings))
                .isInstanceOf(InputException.class)
                .hasMessage("pool leaky: unknown fault 'exceed-cap'; did you mean 'exceeds-cap'?");
    }

    @Test
    void aPoolFromTestSourcesIsFoundAndUnderTheContract() {
        assertThat(PoolFactory.of("youngest-leaves")).isInstanceOf(YoungestLeavesPool.Factory.class);
        assertThat(poolsAndRules().filter(a -> a.get()[0].equals("youngest-leaves")))
                .hasSameSizeAs(PoolContract.rules().keySet());
    }

    @Test
    void thePoolsOfThisModuleAreFound() {
        assertThat(PoolFactory.all())
                .extracting(PoolFactory::id)
                .contains("none", "lifo", "fifo", "per-worker", "thread-lru", "sharded-lru", "capped", "leaky");
    }

    @ParameterizedTest
    @MethodSource("soundPools")
    void aPoolSaysInOneLineWhatItDoes(PoolFactory pool) {
        assertThat(pool.id()).matches("[a-z0-9-]+");
        assertThat(pool.semantics()).isNotBlank().doesNotContain("\n");
    }
}
