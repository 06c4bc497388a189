package keepalivelab.report.frame;

import java.nio.file.Files;
import java.nio.file.Path;
import keepalivelab.api.InputException;
import tech.tablesaw.api.Table;

/**
 * What a notebook needs: a run by the name under which it is committed or stored, and its tables. The folder of the
 * installation is the system property {@code keepalivelab.home}, or the nearest folder above the notebook that has
 * {@code results/reference}.
 */
public final class Notebook {
    private static final String HOME = "keepalivelab.home";

    private Notebook() {}

    /**
     * Opens a run.
     *
     * @param name of a reference run, e.g. {@code keepalive-size}; or the path of a run's folder, e.g.
     *     {@code results/runs/keepalive-size/latest}
     * @throws InputException naming the file that is missing
     */
    public static RunFrame run(String name) {
        Path home = home();
        Path reference = home.resolve("results/reference").resolve(name);
        return RunFrame.open(Files.isDirectory(reference) ? reference : home.resolve(name));
    }

    /** Shows a table as a notebook does: its text. */
    public static String show(Table table) {
        return FrameForm.TEXT.render(table);
    }

    private static Path home() {
        String given = System.getProperty(HOME, System.getenv("KEEPALIVELAB_HOME"));
        if (given != null) {
            return Path.of(given);
        }
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            if (Files.isDirectory(folder.resolve("results/reference"))) {
                return folder;
            }
        }
        throw new InputException("no folder results/reference here or above; set KEEPALIVELAB_HOME to the checkout");
    }
}
