package keepalivelab.app.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import keepalivelab.load.ClassRound;
import keepalivelab.load.ClassRound.OfClass;
import keepalivelab.load.ClassRound.OfConnection;
import keepalivelab.load.LoadPlan;
import keepalivelab.report.CellDraft;
import keepalivelab.report.Series;
import org.HdrHistogram.Histogram;

/**
 * What connection classes tell of a threading model. Each figure begins with the name of its class, e.g. {@code lightP50Us}:
 *
 * <ul>
 *   <li>{@code PerSecond}, {@code P50Us}, {@code P90Us}, {@code P99Us}, {@code P999Us}, {@code MaxUs}: of all its requests
 *   <li>{@code SmallestUs}, {@code LargestUs}, {@code Spread}: smallest and largest median of its connections, and the
 *       second through the first
 *   <li>{@code Fewest}: responses of the connection that had the fewest, which is what the medians rest on
 *   <li>{@code Slow}: connections whose median is above the plan's limit
 *   <li>{@code Serving}, {@code Most}, {@code Least}, {@code Responses}: threads that answered, and how often each did
 *   <li>{@code On}: threads that served the last response of its connections
 *   <li>{@code Shared}, {@code Alone}: connections on a thread with and without a connection of another class, with their
 *       smallest and largest medians {@code SharedSmallestUs}, {@code AloneSmallestUs}, {@code AloneMedianUs},
 *       {@code AloneLargestUs}; 0 where there is no such connection
 * </ul>
 *
 * <p>The series {@code rounds} has them round by round. The cell's figures are those of its only round; of several rounds,
 * the middle of the times and rates and the list of the spreads and counts.
 */
final class ClassFigures {
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double NANOS_PER_SECOND = 1e9;

    private final LoadPlan.Classes plan;
    private final List<ClassRound> rounds;

    ClassFigures(LoadPlan.Classes plan, List<ClassRound> rounds) {
        this.plan = plan;
        this.rounds = rounds;
    }

    void addTo(CellDraft draft) {
        List<Map<String, Object>> figures = rounds.stream().map(this::figures).toList();
        List<String> names =
                figures.isEmpty() ? List.of() : List.copyOf(figures.get(0).keySet());
        names.forEach(name -> draft.figure(name, summary(name, figures)));
        draft.figure("rounds", (long) rounds.size());
        plan.slow().ifPresent(slow -> draft.figure("slowAboveUs", slow.toNanos() / NANOS_PER_MICRO));
        List<String> columns = new ArrayList<>(List.of("round"));
        columns.addAll(names);
        List<List<Object>> rows = new ArrayList<>();
        for (Map<String, Object> round : figures) {
            List<Object> row = new ArrayList<>(List.of(rows.size() + 1L));
            row.addAll(round.values());
            rows.add(row);
        }
        draft.series(new Series("rounds", columns, rows));
        draft.series(threads());
        draft.series(connections());
    }

    /** One round's figures; every round has the same names. */
    Map<String, Object> figures(ClassRound round) {
        Map<String, Object> figures = new LinkedHashMap<>();
        for (OfClass each : round.classes()) {
            times(figures, each, round);
            medians(figures, each.name(), of(each.name(), round));
            responses(figures, each);
            if (round.classes().size() > 1) {
                neighbours(figures, each.name(), round);
            }
        }
        return figures;
    }

    private static void times(Map<String, Object> figures, OfClass each, ClassRound round) {
        Histogram service = each.service();
        double seconds = Math.max(1, round.elapsed().toNanos()) / NANOS_PER_SECOND;
        figures.put(each.name() + "PerSecond", (double) Math.round(service.getTotalCount() / seconds));
        figures.put(each.name() + "P50Us", micros(service.getValueAtPercentile(50)));
        figures.put(each.name() + "P90Us", micros(service.getValueAtPercentile(90)));
        figures.put(each.name() + "P99Us", micros(service.getValueAtPercentile(99)));
        figures.put(each.name() + "P999Us", micros(service.getValueAtPercentile(99.9)));
        figures.put(each.name() + "MaxUs", micros(service.getMaxValue()));
    }

    private void medians(Map<String, Object> figures, String name, List<OfConnection> connections) {
        double smallest = least(connections);
        double largest = most(connections);
        figures.put(name + "SmallestUs", smallest);
        figures.put(name + "LargestUs", largest);
        figures.put(name + "Spread", smallest == 0 ? 0.0 : Math.round(largest / smallest * 100) / 100.0);
        plan.slow().ifPresent(slow -> figures.put(name + "Slow", slow(connections)));
        figures.put(
                name + "Fewest",
                connections.stream().mapToLong(OfConnection::responses).min().orElse(0));
        figures.put(
                name + "On",
                together(connections.stream()
                        .map(c -> c.thread().orElse("?"))
                        .distinct()
                        .sorted()
                        .toList()));
    }

    /** E.g. {@code worker-2+3}. */
    private static String together(List<String> names) {
        Map<String, String> byStem = new LinkedHashMap<>();
        for (String name : names) {
            String stem = name.replaceAll("\\d+$", "");
            byStem.merge(stem, name.substring(stem.length()), (a, b) -> a + "+" + b);
        }
        return byStem.entrySet().stream().map(e -> e.getKey() + e.getValue()).collect(Collectors.joining(" "));
    }

    private static void responses(Map<String, Object> figures, OfClass each) {
        figures.put(each.name() + "Serving", (long) each.threads().size());
        figures.put(
                each.name() + "Most",
                each.threads().values().stream().max(Long::compare).orElse(0L));
        figures.put(
                each.name() + "Least",
                each.threads().values().stream().min(Long::compare).orElse(0L));
        figures.put(
                each.name() + "Responses",
                each.threads().values().stream().map(String::valueOf).collect(Collectors.joining("/")));
    }

    private static void neighbours(Map<String, Object> figures, String name, ClassRound round) {
        List<OfConnection> shared =
                of(name, round).stream().filter(c -> hasNeighbour(c, round)).toList();
        List<OfConnection> alone =
                of(name, round).stream().filter(c -> !hasNeighbour(c, round)).toList();
        figures.put(name + "Shared", (long) shared.size());
        figures.put(name + "SharedSmallestUs", least(shared));
        figures.put(name + "Alone", (long) alone.size());
        figures.put(name + "AloneSmallestUs", least(alone));
        figures.put(
                name + "AloneMedianUs",
                middle(alone.stream().map(ClassFigures::medianUs).toList()));
        figures.put(name + "AloneLargestUs", most(alone));
    }

    private static boolean hasNeighbour(OfConnection connection, ClassRound round) {
        return round.connections().stream()
                .anyMatch(other -> !other.className().equals(connection.className())
                        && other.thread().equals(connection.thread()));
    }

    private static Object summary(String name, List<Map<String, Object>> rounds) {
        List<Object> values = rounds.stream()
                .map(round -> Objects.requireNonNull(round.get(name)))
                .toList();
        if (values.stream().distinct().count() == 1) {
            return values.get(0);
        }
        return values.get(0) instanceof Double && !name.endsWith("Spread")
                ? middle(values.stream().map(Double.class::cast).toList())
                : values.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    /** Round by round and thread by thread: how many connections of each class it served last, and how slow they are. */
    private Series threads() {
        List<String> columns = new ArrayList<>(List.of("round", "thread"));
        for (LoadPlan.ConnectionClass each : plan.classes()) {
            columns.add(each.name());
            plan.slow().ifPresent(slow -> columns.add(each.name() + "Slow"));
            columns.add(each.name() + "MedianUs");
        }
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 0; i < rounds.size(); i++) {
            long number = i + 1L;
            byThread(rounds.get(i)).forEach((thread, connections) -> rows.add(row(number, thread, connections)));
        }
        return new Series("threads", columns, rows);
    }

    private static Map<String, List<OfConnection>> byThread(ClassRound round) {
        return round.connections().stream()
                .collect(Collectors.groupingBy(c -> c.thread().orElse("?"), TreeMap::new, Collectors.toList()));
    }

    private List<Object> row(long round, String thread, List<OfConnection> connections) {
        List<Object> row = new ArrayList<>(List.of(round, thread));
        for (LoadPlan.ConnectionClass each : plan.classes()) {
            List<OfConnection> own = connections.stream()
                    .filter(c -> c.className().equals(each.name()))
                    .toList();
            row.add((long) own.size());
            plan.slow().ifPresent(slow -> row.add(slow(own)));
            row.add(
                    own.isEmpty()
                            ? ""
                            : middle(own.stream().map(ClassFigures::medianUs).toList()));
        }
        return row;
    }

    private Series connections() {
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 0; i < rounds.size(); i++) {
            for (OfConnection c : rounds.get(i).connections()) {
                rows.add(List.of(
                        i + 1L,
                        c.className(),
                        (long) c.number(),
                        c.thread().orElse(""),
                        c.stayed(),
                        c.responses(),
                        medianUs(c)));
            }
        }
        List<String> columns = List.of("round", "class", "connection", "thread", "stayed", "responses", "medianUs");
        return new Series("connections", columns, rows);
    }

    private static List<OfConnection> of(String name, ClassRound round) {
        return round.connections().stream()
                .filter(c -> c.className().equals(name) && c.responses() > 0)
                .toList();
    }

    private long slow(List<OfConnection> connections) {
        long limit = plan.slow().orElseThrow().toNanos();
        return connections.stream().filter(c -> c.medianNanos() > limit).count();
    }

    private static double least(List<OfConnection> connections) {
        return connections.stream().mapToDouble(ClassFigures::medianUs).min().orElse(0);
    }

    private static double most(List<OfConnection> connections) {
        return connections.stream().mapToDouble(ClassFigures::medianUs).max().orElse(0);
    }

    /** The middle value; the lower one of an even number; 0 of none. */
    private static double middle(List<Double> values) {
        return values.isEmpty() ? 0 : values.stream().sorted().toList().get((values.size() - 1) / 2);
    }

    private static double medianUs(OfConnection connection) {
        return micros(connection.medianNanos());
    }

    private static double micros(long nanos) {
        return nanos / NANOS_PER_MICRO;
    }
}
