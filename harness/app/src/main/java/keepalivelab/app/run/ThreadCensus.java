package keepalivelab.app.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import keepalivelab.api.RunningProxy;
import keepalivelab.report.CellDraft;

/**
 * The threads of a proxy's first process, as the kernel lists them. Linux; elsewhere there is none to count. Immutable.
 *
 * @param own names of the proxy's own threads, sorted; empty where unknown
 * @param all how many there are, those of its runtime included; empty where unknown
 */
record ThreadCensus(Optional<List<String>> own, OptionalLong all) {
    private static final ThreadCensus UNKNOWN = new ThreadCensus(Optional.empty(), OptionalLong.empty());

    /** Counts them now. */
    static ThreadCensus of(RunningProxy proxy) {
        OptionalLong pid = proxy.pid();
        if (pid.isEmpty()) {
            return UNKNOWN;
        }
        try (Stream<Path> tasks = Files.list(Path.of("/proc", Long.toString(pid.getAsLong()), "task"))) {
            List<String> names = new ArrayList<>();
            for (Path task : tasks.toList()) {
                name(task).ifPresent(names::add);
            }
            List<String> own = names.stream().filter(proxy::ownThread).sorted().toList();
            return new ThreadCensus(Optional.of(own), OptionalLong.of(names.size()));
        } catch (IOException unknown) {
            return UNKNOWN;
        }
    }

    private static Optional<String> name(Path task) {
        try {
            return Optional.of(Files.readString(task.resolve("comm")).strip());
        } catch (IOException ended) {
            return Optional.empty();
        }
    }

    /** Adds how many there were before and after a load. */
    static void addTo(CellDraft draft, ThreadCensus idle, ThreadCensus loaded) {
        if (idle.own.isEmpty() || loaded.own.isEmpty()) {
            return;
        }
        draft.figure("ownThreadsIdle", (long) idle.own.get().size());
        draft.figure("ownThreadsAfter", (long) loaded.own.get().size());
        idle.all.ifPresent(count -> draft.figure("allThreadsIdle", count));
        loaded.all.ifPresent(count -> draft.figure("allThreadsAfter", count));
        draft.figure("ownThreads", text(loaded.own.get()));
    }

    /** E.g. {@code main, worker-0 to 3}: names that differ in their last number stand together. */
    static String text(List<String> names) {
        TreeMap<String, List<Integer>> numbered = new TreeMap<>();
        names.forEach(name -> {
            String stem = name.replaceAll("\\d{1,6}$", "");
            String number = name.substring(stem.length());
            numbered.computeIfAbsent(stem, s -> new ArrayList<>())
                    .add(number.isEmpty() ? -1 : Integer.parseInt(number));
        });
        return numbered.entrySet().stream()
                .map(e -> text(e.getKey(), e.getValue()))
                .collect(Collectors.joining(", "));
    }

    private static String text(String stem, List<Integer> numbers) {
        int least = numbers.stream().min(Integer::compare).orElse(-1);
        int most = numbers.stream().max(Integer::compare).orElse(-1);
        String first = least < 0 ? stem : stem + least;
        if (numbers.size() == 1) {
            return first;
        }
        boolean row = least >= 0 && most - least == numbers.size() - 1;
        return row ? first + " to " + most : stem + " x" + numbers.size();
    }
}
