package keepalivelab.app.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import keepalivelab.api.EnvironmentException;
import keepalivelab.api.Installation;
import keepalivelab.proxies.provision.Provisioner;
import keepalivelab.proxies.provision.Recipe;
import keepalivelab.proxies.provision.SystemChange;
import keepalivelab.report.ExitStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code run-scenario proxies install NAME[@VERSION]...}. */
@Command(
        name = "install",
        mixinStandardHelpOptions = true,
        headerHeading = "Examples:%n"
                + "  run-scenario proxies install nginx@1.31.3%n"
                + "  run-scenario proxies install haproxy varnish@7.7%n"
                + "  run-scenario proxies install all --system%n%n",
        description = "Puts pinned versions into your cache folder; needs no root.")
public final class ProxiesInstallCommand implements Callable<Integer> {
    private static final String ALL = "all";

    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "1..*",
            paramLabel = "NAME[@VERSION]",
            description = "What to install, e.g. nginx@1.31.3, or all. Without a version: the newest.")
    private List<String> names = List.of();

    @Option(
            names = "--system",
            description = "Also use the system's package manager, as root or with sudo. No service is started.")
    private boolean system;

    private final Provisioner provisioner = Provisioner.ofUser();
    private final List<String> failures = new ArrayList<>();

    /**
     * What a user means.
     *
     * @param recipe how it is made
     * @param version the version that was named; empty for none
     */
    private record Wanted(Recipe recipe, Optional<String> version) {}

    /** One that cannot be had never stops the rest; a word that means nothing stops all before anything begins. */
    @Override
    public Integer call() {
        List<Wanted> wanted = new ArrayList<>();
        for (String name : names) {
            if (name.equals(ALL)) {
                wanted.addAll(everything());
            } else {
                trying(() -> wanted.add(wanted(name)));
            }
        }
        wanted.stream().distinct().forEach(one -> trying(() -> install(one)));
        failures.forEach(failure -> complain("run-scenario: " + failure));
        return failures.isEmpty() ? ExitStatus.HELD.code() : ExitStatus.ENVIRONMENT.code();
    }

    private void trying(Runnable step) {
        try {
            step.run();
        } catch (EnvironmentException e) {
            failures.add(e.getMessage());
        }
    }

    private SystemChange systemChange() {
        return system ? SystemChange.ALLOWED : SystemChange.FORBIDDEN;
    }

    private Wanted wanted(String name) {
        String[] parts = name.split("@", 2);
        Optional<String> version = parts.length == 2 ? Optional.of(parts[1]) : Optional.empty();
        return new Wanted(provisioner.recipe(parts[0], version, systemChange()), version);
    }

    private List<Wanted> everything() {
        List<String> left = provisioner.available().stream()
                .filter(recipe -> !meant(recipe))
                .map(Recipe::toString)
                .toList();
        if (!left.isEmpty()) {
            complain("not part of 'all'" + (system ? "" : " without --system") + ": " + String.join(", ", left));
        }
        return provisioner.available().stream()
                .filter(this::meant)
                .map(recipe -> new Wanted(recipe, Optional.empty()))
                .toList();
    }

    private boolean meant(Recipe recipe) {
        return recipe.ofSystem() ? system : recipe.byDefault();
    }

    private void install(Wanted one) {
        Installation installed = provisioner.install(one.recipe(), one.version(), this::complain);
        spec.commandLine()
                .getOut()
                .println(installed.driver() + " " + installed.version() + " " + installed.location());
    }

    private void complain(String line) {
        spec.commandLine().getErr().println(line);
    }
}
