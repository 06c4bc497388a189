package keepalivelab.proxies;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import keepalivelab.api.Installation;
import keepalivelab.api.ProxyDriver;

/** The proxies that tests over all drivers run on, by a word that a report can name. */
public final class Found {
    private Found() {}

    /** The id of each driver. */
    public static List<String> drivers() {
        return ProxyDriver.all().stream().map(ProxyDriver::id).toList();
    }

    /** {@code ID@VERSION} of everything that was found, and the bare id of each driver that found nothing. */
    public static List<String> installations() {
        return ProxyDriver.all().stream().flatMap(Found::words).distinct().toList();
    }

    private static Stream<String> words(ProxyDriver driver) {
        List<Installation> found = driver.installations();
        return found.isEmpty()
                ? Stream.of(driver.id())
                : found.stream().map(installation -> driver.id() + "@" + installation.version());
    }

    /** The driver of such a word. */
    public static ProxyDriver driver(String word) {
        return ProxyDriver.of(word.split("@", 2)[0]);
    }

    /** The installation of such a word: the first where it names no version. Skips or fails where there is none. */
    public static Installation installation(String word) {
        List<Installation> found = driver(word).installations();
        Optional<Installation> named = found.stream()
                .filter(installation -> !word.contains("@") || word.endsWith("@" + installation.version()))
                .findFirst();
        return Required.proxy(named, word);
    }
}
