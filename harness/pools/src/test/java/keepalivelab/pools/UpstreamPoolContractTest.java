package keepalivelab.pools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import keepalivelab.api.PoolFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every pool on the class path against every rule of {@link PoolContract}, by name and without a list to edit. */
class UpstreamPoolContractTest {
    /** Rules that a pool breaks because the pool it models does; that it still breaks them is checked too. */
    private static final Map<String, Set<String>> BROKEN_BY_MODEL = Map.of();

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

    @Test
    void thePoolsOfThisModuleAreFound() {
        assertThat(PoolFactory.all()).extracting(PoolFactory::id).contains("none", "lifo", "fifo", "per-worker");
    }

    @ParameterizedTest
    @MethodSource("soundPools")
    void aPoolSaysInOneLineWhatItDoes(PoolFactory pool) {
        assertThat(pool.id()).matches("[a-z0-9-]+");
        assertThat(pool.semantics()).isNotBlank().doesNotContain("\n");
    }
}
