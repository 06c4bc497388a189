package keepalivelab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import keepalivelab.api.KnobStatus;

/** Groups of counts in few words. */
final class CellText {
    private CellText() {}

    /** All that is not zero, e.g. {@code ok 58, status5xx 2}. */
    static String outcomes(ClientCounts client) {
        List<String> parts = new ArrayList<>();
        client.outcomes().forEach((outcome, count) -> addCount(parts, outcome, count));
        addCount(parts, "in flight", client.inFlightAtEnd());
        addCount(parts, "never sent", client.neverSent());
        return String.join(", ", parts);
    }

    /** E.g. {@code 200 x 998, 502 x 2}. */
    static String statuses(ClientCounts client) {
        return times(client.status());
    }

    /** How connections ended, e.g. {@code fin x 3, rst x 1}. */
    static String closes(BackendCounts backend) {
        return times(backend.closes());
    }

    /** How requests arrived, e.g. {@code GET: HTTP/1.1 no Connection header x 1000}. */
    static String tallies(BackendCounts backend) {
        return backend.tallies().stream().map(CellText::tally).collect(Collectors.joining(", "));
    }

    /** What became of each request, e.g. {@code GET /a 200 on 1, GET /b 200 on 1+2}: status, then the connections it came on. */
    static String trace(CellResult cell) {
        return cell.requests().stream().map(CellText::trace).collect(Collectors.joining(", "));
    }

    /** The knobs that are not simply applied, e.g. {@code retry.rule emulated}. */
    static String knobs(CellResult cell) {
        return cell.knobs().entrySet().stream()
                .filter(e -> !e.getValue().equals(KnobStatus.APPLIED.key()))
                .map(e -> e.getKey() + " " + e.getValue())
                .collect(Collectors.joining(", "));
    }

    /** Which cell it is, e.g. {@code nginx@1.31.3 clients=8 pool.max-idle=2}. */
    static String name(CellResult cell) {
        StringBuilder name = new StringBuilder(cell.arm().label());
        cell.axes()
                .forEach((axis, value) -> name.append(' ')
                        .append(axis)
                        .append('=')
                        .append(TableValue.scalar(value).text()));
        return name.toString();
    }

    private static String trace(RequestTrace request) {
        String end = request.status() != null ? request.status().toString() : request.outcome();
        String on = request.connections().stream().map(String::valueOf).collect(Collectors.joining("+"));
        return request.method() + " " + request.path() + " " + (end == null ? "no outcome" : end)
                + (on.isEmpty() ? " not received" : " on " + on);
    }

    private static String tally(BackendCounts.Tally tally) {
        String method = tally.method() == null ? "" : tally.method() + ": ";
        String connection = tally.connection() == null ? "no Connection header" : "Connection: " + tally.connection();
        return method + tally.httpVersion() + " " + connection + " x " + tally.count();
    }

    private static void addCount(List<String> parts, String what, long count) {
        if (count != 0) {
            parts.add(what + " " + count);
        }
    }

    /** All that is not zero, e.g. {@code fin x 3, rst x 1}. */
    static String times(Map<String, Long> counts) {
        return counts.entrySet().stream()
                .filter(e -> e.getValue() != 0)
                .map(e -> e.getKey() + " x " + e.getValue())
                .collect(Collectors.joining(", "));
    }
}
