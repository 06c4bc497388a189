package keepalivelab.app.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import keepalivelab.api.Installation;
import keepalivelab.api.ProxyDriver;
import keepalivelab.proxies.provision.Provisioner;
import keepalivelab.proxies.provision.Recipe;

/**
 * What {@code run-scenario proxies list} prints: each proxy that is here, and each that can be had.
 *
 * @param drivers in the order of the list
 * @param provisioner knows what can be had
 */
record ProxyListing(List<ProxyDriver> drivers, Provisioner provisioner) {
    private static final List<String> HEADINGS = List.of("proxy", "version", "state", "size", "from");
    /** Less is the start of something else, as of a JVM. */
    private static final double SMALLEST = 0.05;

    private static final double MEBIBYTE = 1024.0 * 1024.0;

    List<String> lines() {
        List<List<String>> rows = new ArrayList<>(List.of(HEADINGS));
        drivers.forEach(driver -> rows.addAll(rows(driver)));
        List<String> lines =
                new ArrayList<>(rows.stream().map(row -> line(row, rows)).toList());
        lines.add("Install with: run-scenario proxies install NAME@VERSION, and --system where it says so.");
        return lines;
    }

    private List<List<String>> rows(ProxyDriver driver) {
        List<Installation> here = driver.installations();
        List<List<String>> rows = new ArrayList<>();
        here.forEach(installation -> rows.add(row(installation)));
        provisioner.available(driver.id()).stream()
                .filter(recipe -> here.stream().noneMatch(found -> covers(recipe, found)))
                .forEach(recipe -> rows.add(row(recipe)));
        if (rows.isEmpty()) {
            rows.add(List.of(driver.id(), "-", "-", "-", driver.title()));
        }
        return rows;
    }

    private static boolean covers(Recipe recipe, Installation found) {
        return !found.version().isEmpty() && recipe.covers(found.version());
    }

    private List<String> row(Installation installation) {
        String place = installation.location();
        boolean part = place.startsWith(installation.driver() + ":");
        return List.of(
                part ? place : installation.driver(),
                orDash(installation.version()),
                "installed",
                megabytes(installation),
                part ? installation.origin() : installation.origin() + ", " + place);
    }

    private static List<String> row(Recipe recipe) {
        String ask = recipe.ofSystem() ? " (--system)" : "";
        String note = recipe.note().isEmpty() ? "" : ", " + recipe.note();
        return List.of(
                recipe.name(),
                orDash(recipe.shownVersion()),
                "available",
                orDash(recipe.size()),
                recipe.source() + note + ask);
    }

    private static String orDash(String text) {
        return text.isEmpty() ? "-" : text;
    }

    private String megabytes(Installation installation) {
        double megabytes = installation.location().contains("/") ? provisioner.bytes(installation) / MEBIBYTE : 0;
        return megabytes < SMALLEST ? "-" : String.format(Locale.ROOT, "%.1f MB", megabytes);
    }

    private static String line(List<String> row, List<List<String>> rows) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < row.size() - 1; column++) {
            int number = column;
            int width =
                    rows.stream().mapToInt(r -> r.get(number).length()).max().orElse(0);
            line.append(row.get(column))
                    .append(" ".repeat(width - row.get(column).length() + 2));
        }
        return line + row.get(row.size() - 1);
    }
}
