package keepalivelab.app.scenario;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import keepalivelab.api.InputException;

/** Collects what is wrong with one file, so that its author sees the first few mistakes at once. Confined to one thread. */
final class Problems {
    private static final int SHOWN = 5;

    private final String file;
    private final Set<Problem> found = new LinkedHashSet<>();

    Problems(String file) {
        this.file = file;
    }

    String file() {
        return file;
    }

    void add(int line, String message) {
        found.add(new Problem(line, message));
    }

    /** Runs a check that throws, and files its complaint under that line. */
    void check(int line, String where, Runnable check) {
        try {
            check.run();
        } catch (InputException e) {
            add(line, where + e.getMessage());
        }
    }

    boolean any() {
        return !found.isEmpty();
    }

    /**
     * Ends the reading if there was any problem.
     *
     * @throws InputException one line per problem, at most five, in the order of the file
     */
    void throwIfAny() {
        if (found.isEmpty()) {
            return;
        }
        String shown = found.stream()
                .sorted(Comparator.comparingInt(Problem::line))
                .limit(SHOWN)
                .map(p -> file + ":" + p.line + ": " + p.message)
                .collect(Collectors.joining("\n"));
        int more = found.size() - SHOWN;
        throw new InputException(more > 0 ? shown + "\n" + file + ": and " + more + " more" : shown);
    }

    private record Problem(int line, String message) {}
}
