package keepalivelab.proxies.provision;

import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/** One way of getting a proxy onto a machine: the third word of a recipe. Stateless. */
interface Kind {
    /** The word in a recipe. */
    String id();

    /** What a recipe of this kind must say, on top of {@link Recipe#COMMON_FIELDS}. */
    Set<String> required();

    /** What it may say as well. */
    default Set<String> optional() {
        return Set.of();
    }

    /** Where the proxy comes from, for people. */
    String source(Recipe recipe);

    /** Why this machine cannot do it at all, whatever is installed on it; empty where it can. */
    default Optional<String> misfit(Recipe recipe) {
        return Optional.empty();
    }

    /** Whether it is also meant where the user names no version. */
    default boolean byDefault(Recipe recipe) {
        return true;
    }

    /**
     * Makes the executable file {@code NAME}, and whatever it needs beside it, in {@link Workshop#made()}.
     *
     * @return the version that was made, which the recipe must cover
     * @throws keepalivelab.api.EnvironmentException if that cannot be done: what failed and what to do
     */
    String make(Recipe recipe, Workshop shop) throws IOException;
}
