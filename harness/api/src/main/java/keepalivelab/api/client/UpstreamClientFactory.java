package keepalivelab.api.client;

import java.net.InetSocketAddress;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.ServiceLoader;
import java.util.concurrent.Executor;
import keepalivelab.api.CapabilitySheet;
import keepalivelab.api.CounterMeaning;
import keepalivelab.api.InputException;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;
import keepalivelab.api.NearestWord;

/**
 * Extension point: an HTTP client library as the upstream side of an arm {@code client:ID}. Found through
 * {@link ServiceLoader}; a class annotated for it is at once selectable by its id and under the contract test of the drivers.
 *
 * <p>Everything but {@link #open} is asked in the harness's own process, where the library itself shall not be loaded; the
 * client is opened in the arm's process, which uses that one library only. Stateless and thread-safe.
 */
public interface UpstreamClientFactory {
    /** The word that selects it, e.g. {@code okhttp} in {@code --proxy client:okhttp}. */
    String id();

    /** One line: which library, in which way of using it. */
    String title();

    /** The library's version, e.g. {@code 5.5.1}. */
    String version();

    /** What the library does by its nature, whatever its knobs say. */
    CapabilitySheet sheet();

    /** What those of its {@linkplain UpstreamClient#counters counters} mean that the ledger can be held against. */
    default List<CounterMeaning> counterMeanings() {
        return List.of();
    }

    /**
     * What the library makes of one knob of pool, connection or retry. The front end's own knobs (workers, role) and those
     * that are set to {@code native} are not asked for.
     *
     * @param knob one that {@code settings} sets
     * @param settings all settings of the cell, because some concern each other
     */
    ClientKnob mapping(Knob knob, KnobSettings settings);

    /**
     * The most connections to the upstream at any one time, its own default included; a request that would need one more waits.
     * Empty for no limit.
     *
     * @param settings settings that {@link #mapping} did not call unsupported
     */
    OptionalLong upstreamLimit(KnobSettings settings);

    /**
     * A client with an empty pool, which forwards to one upstream over HTTP/1.1 and adds as little to requests and responses as
     * the library allows: no redirects, cookies, decompression or cache.
     *
     * @param upstream where all requests go
     * @param settings settings that {@link #mapping} did not call unsupported; what is absent is left to the library
     * @param blocking runs calls that block, each on a thread of its own, as many as there are at a time
     */
    UpstreamClient open(InetSocketAddress upstream, KnobSettings settings, Executor blocking);

    /** Every client library on the class path of {@code loader}, by id. */
    static List<UpstreamClientFactory> all(ClassLoader loader) {
        return ServiceLoader.load(UpstreamClientFactory.class, loader).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(UpstreamClientFactory::id))
                .toList();
    }

    /**
     * The client library of that id on the class path of {@code loader}.
     *
     * @throws InputException naming the nearest id
     */
    static UpstreamClientFactory of(String id, ClassLoader loader) {
        List<UpstreamClientFactory> all = all(loader);
        return all.stream()
                .filter(factory -> factory.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new InputException("unknown client '" + id + "'"
                        + NearestWord.hint(
                                id, all.stream().map(UpstreamClientFactory::id).toList())));
    }
}
