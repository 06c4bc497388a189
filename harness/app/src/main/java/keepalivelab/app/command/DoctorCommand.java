package keepalivelab.app.command;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import keepalivelab.app.Main;
import keepalivelab.app.run.Doctor;
import keepalivelab.app.run.NoiseProbe;
import keepalivelab.app.run.RunOutput;
import keepalivelab.report.ExitStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** {@code run-scenario doctor}. */
@Command(
        name = "doctor",
        mixinStandardHelpOptions = true,
        headerHeading = "Examples:%n" + "  run-scenario doctor%n" + "  run-scenario doctor --no-noise --json%n%n",
        description = "Looks at this machine: what may spoil a measurement, what to do about it, and what a comparison "
                + "can detect here.")
public final class DoctorCommand implements Callable<Integer> {
    /** Its cells need nothing but the embedded proxy. */
    private static final String PROBED = "keepalive-size";

    @Spec
    private CommandSpec spec;

    @Option(names = "--no-noise", description = "Leaves out the ten seconds that the noise estimate takes.")
    private boolean withoutNoise;

    @Option(names = "--json", description = "Prints the findings as one JSON document on stdout.")
    private boolean json;

    @Override
    public Integer call() {
        List<Doctor.Finding> findings = new ArrayList<>(Doctor.findings());
        if (!withoutNoise) {
            RunOutput silent = new RunOutput(
                    spec.commandLine().getOut(), spec.commandLine().getErr(), RunOutput.Loudness.QUIET);
            findings.add(NoiseProbe.finding(Main.catalog().read(PROBED, Words.ofScenarios()), silent));
        }
        if (json) {
            spec.commandLine().getOut().println(document(findings));
        } else {
            findings.forEach(this::print);
        }
        spec.commandLine().getOut().flush();
        boolean blocked = findings.stream().anyMatch(f -> f.severity() == Doctor.Severity.BLOCKER);
        return blocked ? ExitStatus.ENVIRONMENT.code() : ExitStatus.HELD.code();
    }

    private void print(Doctor.Finding finding) {
        spec.commandLine()
                .getOut()
                .printf(
                        "%-8s %-18s %s%s%n",
                        finding.severity().word(),
                        finding.what(),
                        finding.found(),
                        finding.remedy().isEmpty() ? "" : "; " + finding.remedy());
    }

    private static String document(List<Doctor.Finding> findings) {
        List<Map<String, String>> all = new ArrayList<>();
        for (Doctor.Finding finding : findings) {
            Map<String, String> one = new LinkedHashMap<>();
            one.put("severity", finding.severity().word());
            one.put("what", finding.what());
            one.put("found", finding.found());
            one.put("remedy", finding.remedy());
            all.add(one);
        }
        return JsonMapper.builder()
                .build()
                .writerWithDefaultPrettyPrinter()
                .writeValueAsString(Map.of("findings", all));
    }
}
