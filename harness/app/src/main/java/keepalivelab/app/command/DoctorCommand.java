package keepalivelab.app.command;

import java.util.List;
import java.util.concurrent.Callable;
import keepalivelab.app.run.Doctor;
import keepalivelab.report.ExitStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code run-scenario doctor}. */
@Command(
        name = "doctor",
        mixinStandardHelpOptions = true,
        headerHeading = "Examples:%n" + "  run-scenario doctor%n%n",
        description = "Looks at this machine: what may spoil a measurement, and what to do about it.")
public final class DoctorCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        List<Doctor.Finding> findings = Doctor.findings();
        findings.forEach(f -> spec.commandLine()
                .getOut()
                .printf(
                        "%-8s %-18s %s%s%n",
                        f.severity().word(), f.what(), f.found(), f.remedy().isEmpty() ? "" : "; " + f.remedy()));
        boolean blocked = findings.stream().anyMatch(f -> f.severity() == Doctor.Severity.BLOCKER);
        return blocked ? ExitStatus.ENVIRONMENT.code() : ExitStatus.HELD.code();
    }
}
