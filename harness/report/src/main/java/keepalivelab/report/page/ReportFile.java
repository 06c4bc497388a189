package keepalivelab.report.page;

import java.nio.file.Path;
import java.util.List;
import keepalivelab.report.AtomicFile;

/** The report as a file. */
public final class ReportFile {
    /** Its name in the folder of a run. */
    public static final String NAME = "report.html";

    private ReportFile() {}

    /**
     * Writes the page about some runs, in place of an earlier one.
     *
     * @param target the file
     * @param runs at least one
     * @return the file
     * @throws keepalivelab.api.EnvironmentException where it cannot be written
     */
    public static Path write(Path target, List<ReportedRun> runs) {
        AtomicFile.write(target, ReportPage.html(runs));
        return target;
    }

    /** Where the page about some runs goes unless it is told: into the folder of the first of them. */
    public static Path usual(List<ReportedRun> runs) {
        Path folder = runs.get(0).stored().folder();
        return folder.resolve(runs.size() == 1 ? NAME : "report-of-" + runs.size() + "-runs.html");
    }
}
