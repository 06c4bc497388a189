package keepalivelab.proxies.provision;

import java.nio.file.Path;

/** Fetches packages by name. */
@FunctionalInterface
interface PackageClient {
    /**
     * Puts the recipe's package, as one file, into an empty folder.
     *
     * @throws keepalivelab.api.EnvironmentException if that cannot be done: what failed and what to do
     */
    void fetch(Recipe recipe, Path folder);
}
