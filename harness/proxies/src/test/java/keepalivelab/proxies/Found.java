package keepalivelab.proxies;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import keepalivelab.api.Installation;
import keepalivelab.api.ProxyDriver;

/**
 * The proxies that tests over all drivers run on, by a word that a report can name: {@code ID@VERSION}, or its location where
 * that names a variant.
 */
public final class Found {
    private Found() {}

    /** The id of each driver. */
    public static List<String> drivers() {
        return ProxyDriver.all().stream().map(ProxyDriver::id).toList();
    }

    /**
     * {@code ID@VERSION} of every proxy that was found, and the bare id of each driver that found nothing. A pool alone has
     * no life as a proxy, and nothing to translate.
     */
    public static List<String> installations() {
        return ProxyDriver.all().stream()
                .filter(ProxyDriver::forwards)
                .flatMap(Found::words)
                .distinct()
                .toList();
    }

    private static Stream<String> words(ProxyDriver driver) {
        List<Installation> found = driver.installations();
        return found.isEmpty() ? Stream.of(driver.id()) : found.stream().map(Found::word);
    }

    private static String word(Installation installation) {
        return installation.location().startsWith(installation.driver() + ":")
                ? installation.location()
                : installation.driver() + "@" + installation.version();
    }

    /** The driver of such a word. */
    public static ProxyDriver driver(String word) {
        return ProxyDriver.of(word.split("[@:]", 2)[0]);
    }

    /** The installation of such a word: the first where it names no version. Skips or fails where there is none. */
    public static Installation installation(String word) {
        List<Installation> found = driver(word).installations();
        Optional<Installation> named = found.stream()
                .filter(installation -> word.equals(installation.driver()) || word.equals(word(installation)))
                .findFirst();
        return Required.proxy(named, word);
    }
}
