package keepalivelab.proxies.provision;

import java.util.List;
import java.util.stream.Stream;

/** Puts command lines together. */
final class Words {
    private Words() {}

    /** {@code first} and then {@code more}. */
    static List<String> of(List<String> first, String... more) {
        return Stream.concat(first.stream(), Stream.of(more)).toList();
    }

    /** {@code first} and then {@code more}. */
    static List<String> of(List<String> first, List<String> more) {
        return Stream.concat(first.stream(), more.stream()).toList();
    }
}
