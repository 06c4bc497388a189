package keepalivelab.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import keepalivelab.app.Main;
import keepalivelab.scenarios.ShortRun.Cell;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every file of the catalogue holds when it is run; a new file is under this test at once. Each runs once for all tests. */
class ShippedScenariosTest {
    private static final Map<String, ShortRun> RUNS = new ConcurrentHashMap<>();

    @TempDir
    private static Path folder;

    static List<String> scenarios() {
        return Main.catalog().ids();
    }

    static List<String> drivers() {
        return ShortRun.DRIVERS;
    }

    /** A cell that none of these arms can run is no failure of the scenario. */
    @ParameterizedTest
    @MethodSource("scenarios")
    void everyScenarioHolds(String scenario) {
        ShortRun run = run(scenario);
        assertThat(run.cells()
                        .map(cell -> cell.get("id").asString() + " "
                                + cell.get("verdict").asString() + " " + cell.get("reasons")))
                .isNotEmpty()
                .allMatch(line -> line.endsWith(" held []") || line.matches(".* (unsupported|skipped) \\[.+]"));
        boolean anyHeld =
                run.cells().anyMatch(cell -> cell.get("verdict").asString().equals("held"));
        assertThat(run.status()).as(run.complaints()).isEqualTo(anyHeld ? 0 : 77);
    }

    @ParameterizedTest
    @MethodSource("drivers")
    void keepaliveSizeHasTheMechanismsFigures(String driver) {
        List<Cell> cells = cells("keepalive-size", driver);
        assertThat(cells).hasSize(9).allSatisfy(cell -> {
            assertThat(cell.ok()).isEqualTo(3000);
            assertThat(cell.client("exchanges")).isEqualTo(3000);
            assertThat(cell.client("reusedExchanges")).isEqualTo(cell.backend("reusedExchanges"));
        });
        assertThat(cells)
                .filteredOn(cell -> cell.size("clients") == 1)
                .hasSize(3)
                .allSatisfy(cell -> assertThat(cell.backend("accepts")).isEqualTo(3));
        assertThat(cells)
                .filteredOn(cell -> cell.size("clients") > 1 && cell.size("size") >= cell.size("clients"))
                .hasSize(3)
                .allSatisfy(cell -> assertThat(cell.backend("accepts"))
                        .isBetween(cell.size("clients"), cell.size("clients") + cell.backend("retired")));
        assertThat(cells)
                .filteredOn(cell -> cell.size("size") < cell.size("clients"))
                .hasSize(3)
                .allSatisfy(cell -> assertThat(cell.backend("accepts")).isGreaterThan(cell.size("clients")));
    }

    @ParameterizedTest
    @MethodSource("drivers")
    void keepaliveDefaultHasTheMechanismsFigures(String driver) {
        List<Cell> cells = cells("keepalive-default", driver);
        assertThat(cells).extracting(cell -> cell.backend("accepts")).isEqualTo(acceptsByDefault(cells.get(0), driver));
        assertThat(cells.get(1).json().get("backend").get("tallies").toString())
                .contains("\"httpVersion\":\"HTTP/1.0\"");
        assertThat(cells.get(2).json().get("backend").get("tallies").toString()).contains("\"connection\":\"close\"");
    }

    private static List<Long> acceptsByDefault(Cell cell, String driver) {
        if (driver.equals("embedded")) {
            return List.of(1L, 1000L, 1000L, 1L, 1L);
        }
        return keepsByDefault(cell.version())
                ? List.of(1L, 1000L, 1000L, 1L, 1000L)
                : List.of(1000L, 1000L, 1000L, 1L, 1000L);
    }

    /** nginx from 1.29.7 on. */
    private static boolean keepsByDefault(String version) {
        int[] parts = Arrays.stream(version.split("\\.", -1))
                .mapToInt(Integer::parseInt)
                .toArray();
        return parts[1] > 29 || (parts[1] == 29 && parts[2] >= 7);
    }

    @ParameterizedTest
    @MethodSource("drivers")
    void keepaliveRequestsHasTheMechanismsFigures(String driver) {
        assertThat(cells("keepalive-requests", driver)).singleElement().satisfies(cell -> {
            assertThat(cell.ok()).isEqualTo(3000);
            assertThat(cell.backend("accepts")).isEqualTo(30);
            assertThat(cell.backend("retired")).isEqualTo(30);
        });
    }

    @ParameterizedTest
    @MethodSource("drivers")
    void idleCloseHasTheMechanismsFigures(String driver) {
        List<Cell> cells = cells("idle-close", driver);
        assertThat(cells).hasSize(3).extracting(Cell::ok).containsOnly(8L);
        assertThat(cells.get(0).backend("accepts")).isEqualTo(1);
        assertThat(cells.get(1).backend("accepts")).isEqualTo(8);
        assertThat(cells.get(2).backend("accepts")).isBetween(3L, 6L);
    }

    @ParameterizedTest
    @MethodSource("drivers")
    void idleClose200msHasTheMechanismsFigures(String driver) {
        assertThat(cells("idle-close-200ms", driver)).singleElement().satisfies(cell -> {
            assertThat(cell.ok()).isEqualTo(3);
            assertThat(cell.backend("accepts")).isEqualTo(2);
            assertThat(cell.backend("attempts")).isEqualTo(3);
        });
    }

    @ParameterizedTest
    @MethodSource("drivers")
    void closeOnSecondRequestHasTheMechanismsFigures(String driver) {
        List<Cell> cells = cells("close-on-second-request", driver);
        assertThat(cells).hasSize(12).allSatisfy(cell -> {
            boolean again = cell.axis("method").equals("GET");
            long read = cell.axis("close").equals("unread") ? 0 : 1;
            assertThat(cell.figure("answer")).isEqualTo(again ? "200" : "502");
            assertThat(cell.figure("attempts")).isEqualTo(Long.toString(again ? read + 1 : read));
            assertThat(cell.figure("accepts")).isEqualTo(again ? "2" : "1");
            assertThat(cell.figure("equal")).isEqualTo("5 of 5");
        });
    }

    /** The cells of a proxy; the test is skipped without it, or fails where a missing proxy shall fail. */
    private static List<Cell> cells(String scenario, String driver) {
        boolean here = ShortRun.isHere(driver);
        if (!here && "fail".equals(System.getProperty("keepalivelab.missingProxy"))) {
            throw new AssertionError(driver + " is not on this machine, and is required");
        }
        assumeTrue(here, driver + " is not on this machine");
        return run(scenario).cells(driver);
    }

    private static ShortRun run(String scenario) {
        return RUNS.computeIfAbsent(scenario, id -> ShortRun.of(id, folder));
    }
}
