package keepalivelab.report;

import static keepalivelab.report.TableColumn.Shape.KEY_NUMBER;
import static keepalivelab.report.TableColumn.Shape.KEY_TEXT;
import static keepalivelab.report.TableColumn.Shape.NUMBER;
import static keepalivelab.report.TableColumn.Shape.RATIO;
import static keepalivelab.report.TableColumn.Shape.TEXT;
import static keepalivelab.report.TableColumn.Shape.TIME;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import keepalivelab.api.Outcome;
import org.jspecify.annotations.Nullable;

/** Every column there is, in the order of {@code table.csv}. The one place to add one. */
public final class TableColumns {
    private static final String FIGURE = "figures.";
    private static final String MICROS = "Us";
    private static final Pattern TIME_FIGURE = Pattern.compile(".*(_us|_ms|_s|Us|Ms|Seconds)");

    private static final List<TableColumn> FIXED = List.of(
            new TableColumn(
                    "arm",
                    "arm",
                    "arm",
                    KEY_TEXT,
                    "label of the proxy",
                    text(c -> c.arm().label())),
            column("cell", TEXT, "id of the cell", text(CellResult::id)),
            column("driver", TEXT, "kind of the proxy", text(c -> c.arm().driver())),
            column(
                    "variant",
                    TEXT,
                    "its variant, e.g. the pool",
                    c -> TableValue.scalar(c.arm().variant())),
            column("version", TEXT, "its version", text(c -> c.arm().version())),
            column(
                    "verdict",
                    TEXT,
                    "what the cell came to",
                    text(c -> c.verdict().key())),
            column("requests", NUMBER, "requests sent", client(ClientCounts::sent)),
            column("ok", NUMBER, "requests with a complete 2xx response", client(c -> c.count(Outcome.OK))),
            column("outcomes", TEXT, "how requests ended, where not 0", clientText(CellText::outcomes)),
            column("statuses", TEXT, "status codes of the responses", clientText(CellText::statuses)),
            column("opens", NUMBER, "downstream connections opened", client(ClientCounts::opens)),
            column("accepts", NUMBER, "connections the backend took", backend(BackendCounts::accepts)),
            column("retired", NUMBER, "connections that reached the cap on requests", backend(BackendCounts::retired)),
            column("exchanges", NUMBER, "requests the backend answered", backend(BackendCounts::exchanges)),
            column("reused", NUMBER, "exchanges on a used connection", backend(BackendCounts::reusedExchanges)),
            ratio("reuse", "exchanges on a used connection / exchanges, backend", TableColumns::reuse),
            ratio("reuse_client", "the same as the client sees it", TableColumns::clientReuse),
            ratio("reuse_published", "1 - accepts / requests", TableColumns::publishedReuse),
            column(
                    "unused",
                    NUMBER,
                    "connections that never carried an exchange",
                    backend(BackendCounts::unusedAccepts)),
            column("open_at_end", NUMBER, "connections open at the end", backend(BackendCounts::openAtEnd)),
            column("broken", NUMBER, "requests read, not answered", backend(BackendCounts::brokenExchanges)),
            column("unread", NUMBER, "requests that arrived and were not read", backend(BackendCounts::unreadRequests)),
            column("attempts", NUMBER, "request heads the backend read", backend(BackendCounts::attempts)),
            column("executions", NUMBER, "requests the backend read whole", backend(BackendCounts::executions)),
            column("duplicates", NUMBER, "executions beyond the first", backend(BackendCounts::duplicates)),
            column("closes", TEXT, "how upstream connections ended", backendText(CellText::closes)),
            column("tallies", TEXT, "how requests arrived at the backend", backendText(CellText::tallies)),
            new TableColumn("timed", "service_count", "timed", NUMBER, "requests timed", TableColumns::timed),
            time("p50", "service_p50_us", service(LatencySummary::p50Us)),
            time("p90", "service_p90_us", service(LatencySummary::p90Us)),
            time("p99", "service_p99_us", service(LatencySummary::p99Us)),
            time("p999", "service_p999_us", service(LatencySummary::p999Us)),
            time("max", "service_max_us", service(LatencySummary::maxUs)),
            time("new_p50", "service_new_p50_us", onNew(LatencySummary::p50Us)),
            time("new_p99", "service_new_p99_us", onNew(LatencySummary::p99Us)),
            time("reused_p50", "service_reused_p50_us", onReused(LatencySummary::p50Us)),
            time("reused_p99", "service_reused_p99_us", onReused(LatencySummary::p99Us)),
            time("response_p50", "response_p50_us", response(LatencySummary::p50Us)),
            time("response_p99", "response_p99_us", response(LatencySummary::p99Us)),
            time("lag_p50", "lag_p50_us", lag(LatencySummary::p50Us)),
            time("lag_p99", "lag_p99_us", lag(LatencySummary::p99Us)),
            column("early_closes", NUMBER, "upstream closed too early, by the proxy's log", TableColumns::earlyCloses),
            column("alerts", NUMBER, "alerts in the proxy's log", TableColumns::alerts),
            column(
                    "proxy_counters",
                    TEXT,
                    "what the proxy counts itself",
                    text(c -> CellText.times(c.proxyCounters()))),
            column(
                    "cross_check",
                    TEXT,
                    "the proxy's own counts beside the ledger's",
                    text(c -> c.counterChecks().stream().map(CounterCheck::text).collect(Collectors.joining(", ")))),
            column("knobs", TEXT, "knobs that are not simply applied", text(CellText::knobs)),
            column("trace", TEXT, "each request of a small cell: status, connections", text(CellText::trace)),
            column("mechanism", TEXT, "whether ours and the published mechanism agree", TableColumns::mechanism),
            new TableColumn(
                    "seconds", "measured_s", "seconds", NUMBER, "length of the measured phase", TableColumns::seconds),
            column("short", TEXT, "whether that was below 1 s", text(c -> Boolean.toString(c.brief()))),
            column("why", TEXT, "why the cell is not held", text(c -> String.join("; ", c.reasons()))));

    private TableColumns() {}

    /** The columns that do not depend on a scenario. */
    public static List<TableColumn> fixed() {
        return FIXED;
    }

    /** The fixed column of that id. */
    public static Optional<TableColumn> fixed(String id) {
        return FIXED.stream().filter(c -> c.id().equals(id)).findFirst();
    }

    /** The column of an axis of the matrix, aligned by what its values in these cells are. */
    static TableColumn axis(String axis, List<CellResult> cells) {
        boolean numbers = cells.stream()
                .map(c -> c.axes().get(axis))
                .allMatch(v -> v == null || v instanceof Long || v instanceof Double);
        String csvName = fixed(axis).isPresent() ? "axis_" + axis : axis;
        return new TableColumn(
                axis,
                csvName,
                axis,
                numbers ? KEY_NUMBER : KEY_TEXT,
                "axis of the matrix",
                c -> TableValue.scalar(c.axes().get(axis)));
    }

    /** Whether an id names a figure of the cell: {@code figures.<name>}. */
    static boolean isFigure(String id) {
        return id.startsWith(FIGURE) && id.length() > FIGURE.length();
    }

    /** The columns of every figure that any of these cells has. */
    static Stream<TableColumn> figures(List<CellResult> cells) {
        return cells.stream()
                .flatMap(c -> c.figures().keySet().stream())
                .distinct()
                .map(name -> figure(FIGURE + name));
    }

    /** The column of a figure of the cell. */
    static TableColumn figure(String id) {
        String name = id.substring(FIGURE.length());
        boolean taken = FIXED.stream().anyMatch(column -> column.csvName().equals(name));
        return new TableColumn(
                id,
                taken ? "figure_" + name : name,
                words(name),
                name.endsWith(MICROS) ? TIME : NUMBER,
                "figure of the cell",
                c -> named(name, c.figures().get(name)));
    }

    /** A figure's name for people, who read the unit beside the value: {@code light p50} for {@code lightP50Us}. */
    static String words(String name) {
        String bare = name.endsWith(MICROS) ? name.substring(0, name.length() - MICROS.length()) : name;
        return bare.replaceAll("(?<=[a-z0-9])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    }

    /** The value of a figure of that name, whose end says the unit. */
    static TableValue named(String name, @Nullable Object value) {
        return name.endsWith(MICROS) && value instanceof Number number
                ? TableValue.micros(number.doubleValue())
                : TableValue.scalar(value);
    }

    /** The column of a published figure. */
    static TableColumn published(String figure) {
        String name = isFigure(figure) ? figure.substring(FIGURE.length()) : figure;
        String header = "published " + words(name) + (isTime(figure) ? " (other machine)" : "");
        TableColumn.Shape shape = fixed(figure).map(TableColumn::shape).orElse(NUMBER);
        return new TableColumn(
                "published_" + figure,
                "published_" + name,
                header,
                shape == TIME ? NUMBER : shape,
                "published figure",
                c -> figure(c, figure, shape));
    }

    /** Whether a published figure is a time, which another machine's says nothing about. */
    static boolean isTime(String figure) {
        return TIME_FIGURE.matcher(figure).matches()
                || fixed(figure).filter(c -> c.shape() == TIME).isPresent();
    }

    private static TableValue figure(CellResult cell, String figure, TableColumn.Shape shape) {
        Published published = cell.published();
        Object value = published == null ? null : published.figures().get(figure);
        if (figure.endsWith(MICROS)) {
            return named(figure, value);
        }
        return shape == RATIO && value instanceof Number number
                ? TableValue.ratio(number.doubleValue())
                : TableValue.scalar(value);
    }

    private static TableColumn column(
            String id, TableColumn.Shape shape, String meaning, Function<CellResult, TableValue> value) {
        return new TableColumn(id, id, id.replace('_', ' '), shape, meaning, value);
    }

    private static TableColumn ratio(String id, String meaning, Function<CellResult, TableValue> value) {
        return new TableColumn(id, id + "_ratio", id.replace('_', ' '), RATIO, meaning, value);
    }

    private static TableColumn time(String id, String csvName, Function<CellResult, TableValue> value) {
        String meaning = csvName.replace('_', ' ').replace(" us", " in microseconds");
        return new TableColumn(id, csvName, id.replace('_', ' '), TIME, meaning, value);
    }

    /** People read the reason once, in a note below the table; programs find it in the value. */
    private static TableValue mechanism(CellResult cell) {
        String mechanism = Mechanism.of(cell);
        int reason = mechanism.indexOf(": ");
        return reason < 0 ? TableValue.of(mechanism) : new TableValue(mechanism.substring(0, reason), mechanism);
    }

    private static Function<CellResult, TableValue> text(Function<CellResult, String> text) {
        return text.andThen(TableValue::of);
    }

    private static Function<CellResult, TableValue> client(Function<ClientCounts, Long> count) {
        return c -> Optional.ofNullable(c.client())
                .map(count)
                .map(TableValue::count)
                .orElse(TableValue.NONE);
    }

    private static Function<CellResult, TableValue> clientText(Function<ClientCounts, String> text) {
        return c ->
                Optional.ofNullable(c.client()).map(text).map(TableValue::of).orElse(TableValue.NONE);
    }

    private static Function<CellResult, TableValue> backend(Function<BackendCounts, Long> count) {
        return c -> Optional.ofNullable(c.backend())
                .map(count)
                .map(TableValue::count)
                .orElse(TableValue.NONE);
    }

    private static Function<CellResult, TableValue> backendText(Function<BackendCounts, String> text) {
        return c ->
                Optional.ofNullable(c.backend()).map(text).map(TableValue::of).orElse(TableValue.NONE);
    }

    private static TableValue reuse(CellResult cell) {
        return TableValue.ratio(cell.backend() == null ? null : cell.backend().reuseRatio());
    }

    private static TableValue clientReuse(CellResult cell) {
        ClientCounts client = cell.client();
        return TableValue.ratio(
                client == null ? null : BackendCounts.ratio(client.reusedExchanges(), client.exchanges()));
    }

    private static TableValue publishedReuse(CellResult cell) {
        ClientCounts client = cell.client();
        BackendCounts backend = cell.backend();
        return client == null || backend == null || client.sent() == 0
                ? TableValue.NONE
                : TableValue.ratio(1 - (double) backend.accepts() / client.sent());
    }

    private static Function<CellResult, TableValue> service(ToDoubleFunction<LatencySummary> figure) {
        return timing(Times::service, Times.Split::all, figure);
    }

    private static Function<CellResult, TableValue> onNew(ToDoubleFunction<LatencySummary> figure) {
        return timing(Times::service, Times.Split::newUpstream, figure);
    }

    private static Function<CellResult, TableValue> onReused(ToDoubleFunction<LatencySummary> figure) {
        return timing(Times::service, Times.Split::reusedUpstream, figure);
    }

    private static Function<CellResult, TableValue> response(ToDoubleFunction<LatencySummary> figure) {
        return timing(Times::response, Times.Split::all, figure);
    }

    private static Function<CellResult, TableValue> lag(ToDoubleFunction<LatencySummary> figure) {
        return timing(Times::lag, Times.Split::all, figure);
    }

    private static Function<CellResult, TableValue> timing(
            Function<Times, Times.Split> kind,
            Function<Times.Split, LatencySummary> group,
            ToDoubleFunction<LatencySummary> figure) {
        return c -> Optional.ofNullable(c.times())
                .map(kind)
                .map(group)
                .map(s -> time(s, figure.applyAsDouble(s)))
                .orElse(TableValue.NONE);
    }

    private static TableValue time(LatencySummary summary, double micros) {
        return summary.overRange() > 0 && micros >= summary.maxUs()
                ? TableValue.atLeastMicros(micros)
                : TableValue.micros(micros);
    }

    private static TableValue timed(CellResult cell) {
        String count = timing(Times::service, Times.Split::all, LatencySummary::count)
                .apply(cell)
                .raw();
        return count.isEmpty() ? TableValue.NONE : new TableValue(cell.brief() ? count + "*" : count, count);
    }

    private static TableValue earlyCloses(CellResult cell) {
        ProxyLog log = cell.proxyLog();
        if (log == null) {
            return TableValue.NONE;
        }
        return log.earlyCloses() == null ? new TableValue("not logged", "") : TableValue.count(log.earlyCloses());
    }

    private static TableValue alerts(CellResult cell) {
        return cell.proxyLog() == null
                ? TableValue.NONE
                : TableValue.count((long) cell.proxyLog().alerts().size());
    }

    private static TableValue seconds(CellResult cell) {
        return cell.client() == null ? TableValue.NONE : TableValue.seconds(cell.seconds());
    }
}
