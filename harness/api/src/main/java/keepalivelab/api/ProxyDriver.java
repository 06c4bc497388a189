package keepalivelab.api;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Extension point: knows one kind of proxy. Found through {@link ServiceLoader}; a class annotated for it is at once
 * selectable by its id and under the drivers' contract test. Stateless and thread-safe.
 *
 * <p>Life cycle: {@link #locate} → {@link #render} → {@link #start} (checks the configuration, starts, waits until ready
 * without leaving an exchange in the measured pool) → {@link RunningProxy#close()}.
 */
public interface ProxyDriver {
    /** The word that selects it, e.g. {@code nginx}. */
    String id();

    /** One line: what it is. */
    String title();

    /**
     * Whether its arms can stand between clients and a backend. Where not, as for a pool alone, they take part in the
     * experiments of their {@link PoolLaboratory} only, and {@link #render} refuses everything.
     */
    default boolean forwards() {
        return true;
    }

    /** The words that may follow the id as {@code :variant}; empty where there are none. */
    default List<String> variants() {
        return List.of();
    }

    /** Everything of this kind that is on the machine, best first: what {@code run-scenario proxies} lists. */
    List<Installation> installations();

    /**
     * Finds the proxy an arm names.
     *
     * @param target version, path or address of the arm; empty for the first of {@link #installations()}
     * @throws EnvironmentException if it is not there: what was looked for, where, and how to get it
     * @throws InputException if {@code target} makes no sense for this driver
     */
    Installation locate(Optional<String> target);

    /**
     * Finds the proxy an arm names, where the variant decides which; elsewhere the variant does not matter.
     *
     * @param variant variant of the arm; empty for the driver's default
     * @param target as in {@link #locate(Optional)}
     * @throws EnvironmentException if it is not there
     * @throws InputException if {@code variant} or {@code target} makes no sense for this driver
     */
    default Installation locate(Optional<String> variant, Optional<String> target) {
        return locate(target);
    }

    /** What this driver makes of each knob, for that version; a knob that is absent is unsupported. */
    Map<Knob, KnobStatus> capabilities(Installation installation);

    /** What that version does by its nature, whatever its knobs say. */
    CapabilitySheet sheet(Installation installation);

    /**
     * Translates a plan; touches nothing.
     *
     * @throws InputException if a knob that is not optional cannot be mapped
     */
    Rendering render(ProxyPlan plan);

    /**
     * Writes the rendered files, checks them with the proxy's own check, starts it and waits until it is ready.
     *
     * @throws ProxyFailedException if the proxy refuses, dies or does not become ready
     */
    RunningProxy start(ProxyPlan plan, Rendering rendering) throws ProxyFailedException;

    /** Every driver on the class path, by id. */
    static List<ProxyDriver> all() {
        return ServiceLoader.load(ProxyDriver.class).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(ProxyDriver::id))
                .toList();
    }

    /**
     * The driver of that id.
     *
     * @throws InputException naming the nearest id
     */
    static ProxyDriver of(String id) {
        List<ProxyDriver> all = all();
        return all.stream()
                .filter(d -> d.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new InputException("unknown proxy '" + id + "'"
                        + NearestWord.hint(id, all.stream().map(ProxyDriver::id).toList())));
    }
}
