package keepalivelab.proxies.provision;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import keepalivelab.proxies.process.DottedVersion;

/**
 * How one version of a proxy gets onto one platform: an entry of a {@code recipes.txt}.
 *
 * @param name the driver's id
 * @param version the proxy's version; its first numbers only where its source moves on by itself, and {@link #ANY} where a
 *     tool of this machine decides
 * @param kind how it is made
 * @param fields what that kind has to know
 * @param home class beside which the recipe, and the source files it names, lie
 */
public record Recipe(String name, String version, Kind kind, Map<String, String> fields, Class<?> home) {
    /** In place of a version: whatever version the tool has that makes it. */
    static final String ANY = "*";

    /**
     * Fields of every kind: {@code platform}, e.g. {@code linux-x86_64}, where it runs on one only; {@code size} of what is
     * fetched and {@code note}, both for people and with {@code _} for a space; {@code needs}, the programs that make it.
     */
    static final Set<String> COMMON_FIELDS = Set.of("platform", "size", "needs", "note");

    public Recipe {
        fields = Map.copyOf(fields);
        check(name, version, kind, fields);
    }

    private static void check(String name, String version, Kind kind, Map<String, String> fields) {
        if (!version.equals(ANY) && !DottedVersion.matches(version)) {
            throw new IllegalArgumentException("recipe of " + name + ": '" + version + "' is not a version");
        }
        Set<String> missing = new TreeSet<>(kind.required());
        missing.removeAll(fields.keySet());
        Set<String> unknown = new TreeSet<>(fields.keySet());
        unknown.removeAll(COMMON_FIELDS);
        unknown.removeAll(kind.required());
        unknown.removeAll(kind.optional());
        String sum = fields.get("sha256");
        if (sum != null && !sum.matches("[0-9a-f]{64}(,[0-9a-f]{64})*")) {
            throw new IllegalArgumentException("recipe of " + name + ": '" + sum + "' is not a SHA-256");
        }
        if (!missing.isEmpty() || !unknown.isEmpty()) {
            throw new IllegalArgumentException("recipe of " + name + " " + version + ", kind " + kind.id()
                    + ": missing fields " + missing + ", unknown fields " + unknown);
        }
    }

    /** The value of a field that its kind requires. */
    String field(String key) {
        String value = fields.get(key);
        if (value == null) {
            throw new IllegalArgumentException(this + ": no field '" + key + "'");
        }
        return value;
    }

    /** A field that may be missing. */
    Optional<String> optional(String key) {
        return Optional.ofNullable(fields.get(key));
    }

    /** The words of a field, which commas separate; none where there is no such field. */
    List<String> words(String key) {
        return optional(key).map(value -> Arrays.asList(value.split(",", -1))).orElse(List.of());
    }

    /** Whether it makes that version, or may. */
    public boolean covers(String exact) {
        return version.equals(ANY) || DottedVersion.of(exact).isA(DottedVersion.of(version));
    }

    /** Whether it may be meant by a version, or the first numbers of one, that a user wrote. */
    boolean mayBe(String wanted) {
        DottedVersion asked = DottedVersion.of(wanted);
        return version.equals(ANY) || DottedVersion.of(version).isA(asked) || asked.isA(DottedVersion.of(version));
    }

    /** Whether a user may mean it by that version; without one, if it is part of {@code all} or of the system. */
    public boolean isNamedBy(Optional<String> wanted) {
        return wanted.isEmpty()
                ? byDefault() || ofSystem()
                : wanted.filter(DottedVersion::matches).map(this::mayBe).orElse(false);
    }

    /** Where it comes from, for people. */
    public String source() {
        return kind.source(this);
    }

    /** How much is fetched, for people; empty where that is not known. */
    public String size() {
        return spaced("size");
    }

    /** What else a user should know before; empty for nothing. */
    public String note() {
        return spaced("note");
    }

    private String spaced(String key) {
        return fields.getOrDefault(key, "").replace('_', ' ');
    }

    /** Where it comes from, how much is fetched and what else to know, in one line. */
    public String summary() {
        return Stream.of(source(), size(), note())
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(", "));
    }

    /** What a user types to have it. */
    public String command() {
        return "run-scenario proxies install " + this + (ofSystem() ? " --system" : "");
    }

    /** Whether the system's package manager installs it, for which the user has to ask. */
    public boolean ofSystem() {
        return kind instanceof SystemKind;
    }

    /** Whether it is meant by {@code all}, and where no version is named. */
    public boolean byDefault() {
        return kind.byDefault(this);
    }

    /** Why it cannot be made on this machine; empty where it can. */
    Optional<String> misfit() {
        Optional<String> other = optional("platform").filter(platform -> !platform.equals(thisPlatform()));
        return other.isPresent()
                ? other.map(platform -> "it is for " + platform + ", and this is " + thisPlatform())
                : kind.misfit(this);
    }

    /** The platform of this machine, as recipes name it. */
    static String thisPlatform() {
        String system = System.getProperty("os.name").equals("Linux") ? "linux" : System.getProperty("os.name");
        String architecture = System.getProperty("os.arch").equals("amd64") ? "x86_64" : System.getProperty("os.arch");
        return system + "-" + architecture;
    }

    /** The version as people read it; empty where a tool of this machine decides. */
    public String shownVersion() {
        return version.equals(ANY) ? "" : version;
    }

    @Override
    public String toString() {
        return version.equals(ANY) ? name : name + "@" + version;
    }
}
