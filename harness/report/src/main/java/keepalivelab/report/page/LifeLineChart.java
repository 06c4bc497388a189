package keepalivelab.report.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import keepalivelab.report.chart.Axis;
import keepalivelab.report.chart.Chart;
import keepalivelab.report.chart.DataTable;
import keepalivelab.report.chart.Glyph;
import keepalivelab.report.chart.LegendEntry;
import keepalivelab.report.chart.Look;
import keepalivelab.report.chart.Mark;
import keepalivelab.report.chart.Panel;
import keepalivelab.report.chart.Point;
import keepalivelab.report.chart.Scale;
import keepalivelab.report.chart.TickText;

/** The upstream connections of a cell: each one a line from accept to close, its exchanges as ticks, its end as a glyph. */
final class LifeLineChart {
    private static final int MOST_PANELS = 6;
    private static final int MOST_LINES = 28;
    private static final int ROW = 11;
    private static final double MARGIN = 0.03;
    private static final double MOST_EMPTY = 0.4;

    /** Steps of the time axis within which ticks are drawn as one; a screen shows no finer. */
    private static final int STEPS = 300;

    private static final Look LINE = Look.QUIET;
    private static final Look TICK = Look.of(2);
    private static final Look OF_PROXY = Look.of(0);
    private static final Look OF_BACKEND = Look.of(1);

    private LifeLineChart() {}

    static Optional<Chart> of(CellGrid grid) {
        List<ShownCell> cells = grid.telling(MOST_PANELS);
        Map<ShownCell, Ledger> ledgers = new LinkedHashMap<>();
        for (ShownCell shown : cells) {
            Ledger.of(shown.files())
                    .filter(ledger -> !ledger.connections().isEmpty())
                    .ifPresent(ledger -> ledgers.put(shown, ledger));
        }
        if (ledgers.isEmpty()) {
            return Optional.empty();
        }
        List<Panel> panels = new ArrayList<>();
        ledgers.forEach((shown, ledger) -> panels.add(panel(shown, ledger)));
        return Optional.of(new Chart(
                "Life of the upstream connections",
                grid.choice(cells)
                        + "Each line is a connection from the backend's accept to its end, each tick an exchange"
                        + " (answered); ticks too near to be told apart are one. At most the first " + MOST_LINES
                        + " connections of a cell are drawn.",
                legend(ledgers.values().stream()
                        .flatMap(ledger -> shown(ledger).stream())
                        .toList()),
                panels,
                table(ledgers)));
    }

    private static List<Ledger.Connection> shown(Ledger ledger) {
        return ledger.connections().stream().limit(MOST_LINES).toList();
    }

    private static Panel panel(ShownCell cell, Ledger ledger) {
        List<Ledger.Connection> shown = shown(ledger);
        double end = end(cell, shown, ledger);
        double begin = begin(shown, end);
        AxisTime time = AxisTime.upTo(end);
        Scale x = Scale.within(time.of(begin), time.of(end + (end - begin) * MARGIN), TickText::plain);
        List<String> labels =
                shown.stream().map(connection -> Long.toString(connection.id())).toList();
        int all = ledger.connections().size();
        String title = all == shown.size() ? cell.name() : cell.name() + ": first " + shown.size() + " of " + all;
        return new Panel(
                title,
                new Axis(time.title("since the measurement began"), x),
                new Axis("connection", Scale.rows(labels)),
                shown.size() * ROW + ROW,
                marks(shown, ledger, time, end));
    }

    /** The beginning of the measurement, unless most of the picture would be empty. */
    private static double begin(List<Ledger.Connection> shown, double end) {
        double first = shown.stream()
                .mapToDouble(Ledger.Connection::acceptedAtUs)
                .min()
                .orElse(0);
        return first > end * MOST_EMPTY ? first - (end - first) * MARGIN : Math.min(0, first);
    }

    /** The last moment of what is drawn; where a connection stayed open, that of the measurement. */
    private static double end(ShownCell cell, List<Ledger.Connection> shown, Ledger ledger) {
        double last = shown.stream()
                .flatMapToDouble(connection -> moments(connection, ledger))
                .max()
                .orElse(1);
        boolean open = shown.stream().anyMatch(connection -> connection.closedAtUs() == null);
        return open ? Math.max(last, cell.cell().seconds() * 1e6) : last;
    }

    private static DoubleStream moments(Ledger.Connection connection, Ledger ledger) {
        Stream<Double> answers = exchanges(ledger, connection).stream()
                .flatMap(exchange -> Stream.of(
                        Optional.ofNullable(exchange.executedAtUs()), Optional.ofNullable(exchange.answeredAtUs())))
                .flatMap(Optional::stream);
        return Stream.concat(
                        Stream.concat(
                                Stream.of(connection.acceptedAtUs()),
                                Optional.ofNullable(connection.closedAtUs()).stream()),
                        answers)
                .mapToDouble(Double::doubleValue);
    }

    private static List<Ledger.Exchange> exchanges(Ledger ledger, Ledger.Connection connection) {
        return ledger.exchanges().getOrDefault(connection.id(), List.of());
    }

    private static List<Mark> marks(List<Ledger.Connection> shown, Ledger ledger, AxisTime time, double end) {
        List<Point> lines = new ArrayList<>();
        List<Point> ticks = new ArrayList<>();
        List<Point> broken = new ArrayList<>();
        Map<End, List<Point>> ends = new TreeMap<>();
        for (int row = 0; row < shown.size(); row++) {
            Ledger.Connection connection = shown.get(row);
            Double closedAt = connection.closedAtUs();
            double last = closedAt == null ? end : closedAt;
            lines.add(new Point(time.of(connection.acceptedAtUs()), row));
            lines.add(new Point(time.of(last), row));
            ends.computeIfAbsent(End.of(connection), e -> new ArrayList<>()).add(new Point(time.of(last), row));
            addExchanges(exchanges(ledger, connection), row, end, time, ticks, broken);
        }
        List<Mark> marks = new ArrayList<>();
        marks.add(new Mark.Segments(LINE, lines));
        marks.add(new Mark.Points(TICK, Glyph.BAR, ticks));
        ends.forEach((kind, at) -> marks.add(new Mark.Points(kind.look(), kind.glyph(), at)));
        marks.add(new Mark.Points(Look.ALARM, Glyph.CROSS, broken));
        return marks;
    }

    private static void addExchanges(
            List<Ledger.Exchange> exchanges,
            int row,
            double end,
            AxisTime time,
            List<Point> ticks,
            List<Point> broken) {
        double step = Math.max(1e-9, end / STEPS);
        Set<Long> drawn = new TreeSet<>();
        for (Ledger.Exchange exchange : exchanges) {
            Double answeredAt = exchange.answeredAtUs();
            Double executedAt = exchange.executedAtUs();
            if (answeredAt != null) {
                if (drawn.add(Math.round(answeredAt / step))) {
                    ticks.add(new Point(time.of(answeredAt), row));
                }
            } else if (executedAt != null) {
                broken.add(new Point(time.of(executedAt), row));
            }
        }
    }

    private static List<LegendEntry> legend(List<Ledger.Connection> shown) {
        List<LegendEntry> legend = new ArrayList<>();
        legend.add(LegendEntry.points(TICK, Glyph.BAR, "exchange"));
        Map<End, Set<String>> causes = new TreeMap<>();
        shown.forEach(connection ->
                causes.computeIfAbsent(End.of(connection), e -> new TreeSet<>()).add(connection.cause()));
        causes.forEach((end, why) -> legend.add(LegendEntry.points(end.look(), end.glyph(), end.words(why))));
        if (shown.stream().anyMatch(connection -> connection.broken() > 0)) {
            legend.add(LegendEntry.points(Look.ALARM, Glyph.CROSS, "request read, not answered"));
        }
        return legend;
    }

    private static DataTable table(Map<ShownCell, Ledger> ledgers) {
        List<List<String>> rows = new ArrayList<>();
        ledgers.forEach((cell, ledger) -> {
            for (Ledger.Connection connection : shown(ledger)) {
                rows.add(List.of(
                        cell.name(),
                        Long.toString(connection.id()),
                        TickText.micros(Math.rint(connection.acceptedAtUs())),
                        Optional.ofNullable(connection.closedAtUs())
                                .map(at -> TickText.micros(Math.rint(at)))
                                .orElse("-"),
                        Long.toString(connection.exchanges()),
                        Long.toString(connection.broken()),
                        connection.end()));
            }
        });
        return new DataTable(
                List.of("cell", "connection", "accepted at", "ended at", "exchanges", "not answered", "end"), rows);
    }

    /** Who ended a connection, and how. */
    private enum End {
        PROXY_FIN(OF_PROXY, Glyph.RING, "closed by the proxy: FIN"),
        PROXY_RST(OF_PROXY, Glyph.DIAMOND, "closed by the proxy: reset"),
        BACKEND_FIN(OF_BACKEND, Glyph.SQUARE, "closed by the backend: FIN"),
        BACKEND_RST(OF_BACKEND, Glyph.DIAMOND, "closed by the backend: reset"),
        BACKEND_DIRTY(OF_BACKEND, Glyph.TRIANGLE, "closed by the backend with a request unread: reset"),
        OPEN(LINE, Glyph.ARROW, "still open at the end");

        private final Look look;
        private final Glyph glyph;
        private final String words;

        End(Look look, Glyph glyph, String words) {
            this.look = look;
            this.glyph = glyph;
            this.words = words;
        }

        static End of(Ledger.Connection connection) {
            if (connection.closedAtUs() == null) {
                return OPEN;
            }
            boolean proxy = connection.closedBy().equals("peer");
            return switch (connection.how()) {
                case "dirty" -> BACKEND_DIRTY;
                case "rst" -> proxy ? PROXY_RST : BACKEND_RST;
                default -> proxy ? PROXY_FIN : BACKEND_FIN;
            };
        }

        Look look() {
            return look;
        }

        Glyph glyph() {
            return glyph;
        }

        String words(Set<String> causes) {
            return name().startsWith("BACKEND") ? words + " (" + String.join(", ", causes) + ")" : words;
        }
    }
}
