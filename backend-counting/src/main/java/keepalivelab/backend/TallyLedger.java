package keepalivelab.backend;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import keepalivelab.wire.Head;
import org.jspecify.annotations.Nullable;

/** Counts HTTP versions and Connection headers. Allocates for the first request of each kind only. Confined to the loop. */
final class TallyLedger {
    private static final int MOST_KINDS = 64;

    private static final class Kind {
        final int minorVersion;
        final byte @Nullable [] value;
        long count;

        Kind(int minorVersion, byte @Nullable [] value) {
            this.minorVersion = minorVersion;
            this.value = value;
        }

        boolean matches(Head head, int field) {
            if (minorVersion != head.minorVersion() || value == null || field < 0) {
                return minorVersion == head.minorVersion() && value == null && field < 0;
            }
            byte[] bytes = head.bytes();
            return Arrays.equals(value, 0, value.length, bytes, head.valueStart(field), head.valueEnd(field));
        }

        Tally key() {
            Optional<String> text =
                    value == null ? Optional.empty() : Optional.of(new String(value, StandardCharsets.ISO_8859_1));
            return new Tally("HTTP/1." + minorVersion, text, 0);
        }
    }

    private final List<Kind> kinds = new ArrayList<>();
    private final Kind others = new Kind(1, Tally.OTHERS.getBytes(StandardCharsets.ISO_8859_1));
    private Kind last = others;

    /** Counts a request; {@code field} is the position of its (first) Connection header, -1 for none. */
    void count(Head head, int field) {
        if (last == others || !last.matches(head, field)) {
            last = kindOf(head, field);
        }
        last.count++;
    }

    /** Counts by kind; the keys' own count is 0. */
    Map<Tally, Long> snapshot() {
        Map<Tally, Long> counts = new LinkedHashMap<>();
        kinds.forEach(k -> counts.put(k.key(), k.count));
        if (others.count > 0) {
            counts.put(others.key(), others.count);
        }
        return counts;
    }

    private Kind kindOf(Head head, int field) {
        for (int i = 0; i < kinds.size(); i++) {
            if (kinds.get(i).matches(head, field)) {
                return kinds.get(i);
            }
        }
        if (kinds.size() == MOST_KINDS) {
            return others;
        }
        byte[] value =
                field < 0 ? null : Arrays.copyOfRange(head.bytes(), head.valueStart(field), head.valueEnd(field));
        Kind kind = new Kind(head.minorVersion(), value);
        kinds.add(kind);
        return kind;
    }
}
