package keepalivelab.app.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import keepalivelab.api.EnvironmentException;
import keepalivelab.api.Installation;
import keepalivelab.proxies.provision.Provisioner;
import keepalivelab.report.ExitStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code run-scenario proxies install NAME[@VERSION]...}. */
@Command(
        name = "install",
        mixinStandardHelpOptions = true,
        headerHeading = "Examples:%n"
                + "  run-scenario proxies install nginx@1.31.3%n"
                + "  run-scenario proxies install all%n%n",
        description = "Puts pinned versions into your cache folder; needs no root.")
public final class ProxiesInstallCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "1..*",
            paramLabel = "NAME[@VERSION]",
            description = "What to install, e.g. nginx@1.31.3, or all.")
    private List<String> names = List.of();

    @Override
    public Integer call() {
        Provisioner provisioner = Provisioner.ofUser();
        List<String> failures = new ArrayList<>();
        for (String name : wanted(provisioner)) {
            try {
                String[] parts = name.split("@", 2);
                Installation installed =
                        provisioner.install(parts[0], parts.length == 2 ? Optional.of(parts[1]) : Optional.empty());
                spec.commandLine()
                        .getOut()
                        .println(installed.driver() + " " + installed.version() + " " + installed.location());
            } catch (EnvironmentException e) {
                // One that cannot be had never stops the rest.
                failures.add(e.getMessage());
            }
        }
        failures.forEach(failure -> spec.commandLine().getErr().println("run-scenario: " + failure));
        return failures.isEmpty() ? ExitStatus.HELD.code() : ExitStatus.ENVIRONMENT.code();
    }

    private List<String> wanted(Provisioner provisioner) {
        return names.equals(List.of("all")) ? installable(provisioner) : names;
    }

    /** {@code name@version} of everything that can be installed here and is not. */
    static List<String> installable(Provisioner provisioner) {
        List<String> there = provisioner.installed().stream()
                .map(i -> i.driver() + "@" + i.version())
                .toList();
        return provisioner.available().stream()
                .map(recipe -> recipe.name() + "@" + recipe.version())
                .filter(name -> !there.contains(name))
                .toList();
    }
}
