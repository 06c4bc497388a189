package keepalivelab.api;

import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Extension point: makes pools of one kind. Found through {@link ServiceLoader}; a class annotated for it is at once
 * selectable by its id and under the pools' contract test.
 */
public interface PoolFactory {
    /** The word that selects it, e.g. {@code lifo} in {@code --proxy embedded:lifo}. */
    String id();

    /** One sentence: which order, which scope, who leaves when full, and whose behaviour it models. */
    String semantics();

    /** A new, empty pool. */
    <C> UpstreamPool<C> create(PoolSettings settings, PoolHolder<C> holder);

    /**
     * The most idle connections that a pool made with these settings means to keep while one thread alone uses it; it may
     * drop nothing while it holds fewer.
     */
    default int cap(PoolSettings settings) {
        return settings.maxIdle();
    }

    /** Every pool kind on the class path, by id. */
    static List<PoolFactory> all() {
        return ServiceLoader.load(PoolFactory.class).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(java.util.Comparator.comparing(PoolFactory::id))
                .toList();
    }

    /**
     * The pool kind of that id.
     *
     * @throws InputException naming the nearest id
     */
    static PoolFactory of(String id) {
        List<PoolFactory> all = all();
        Optional<PoolFactory> found =
                all.stream().filter(f -> f.id().equals(id)).findFirst();
        return found.orElseThrow(() -> new InputException("unknown pool '" + id + "'"
                + NearestWord.hint(id, all.stream().map(PoolFactory::id).toList())));
    }
}
