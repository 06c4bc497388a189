package keepalivelab.app.command;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import keepalivelab.api.Arm;
import keepalivelab.api.Installation;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobStatus;
import keepalivelab.api.ProxyDriver;
import keepalivelab.proxies.provision.Provisioner;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code run-scenario proxies}: what was found where; its subcommands install and explain. */
@Command(
        name = "proxies",
        mixinStandardHelpOptions = true,
        headerHeading = "Examples:%n"
                + "  run-scenario proxies%n"
                + "  run-scenario proxies show nginx%n"
                + "  run-scenario proxies install nginx@1.31.3%n%n",
        description = "Lists the proxies on this machine; installs pinned versions; shows what a driver can do.",
        subcommands = {ProxiesInstallCommand.class})
public final class ProxiesCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        for (ProxyDriver driver : ProxyDriver.all()) {
            List<Installation> found = driver.installations();
            if (found.isEmpty()) {
                out.printf("%-10s %-10s %s%n", driver.id(), "-", absent(driver));
            }
            found.forEach(i -> out.printf(
                    "%-10s %-10s %s (%s)%n",
                    driver.id(), i.version().isEmpty() ? "-" : i.version(), i.location(), i.origin()));
        }
        ProxiesInstallCommand.installable(Provisioner.ofUser())
                .forEach(name -> out.println("to be had with: run-scenario proxies install " + name));
    }

    private static String absent(ProxyDriver driver) {
        return driver.id().equals("external") ? driver.title() : "not found";
    }

    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            headerHeading = "Examples:%n  run-scenario proxies list%n%n",
            description = "The same as 'proxies' alone.")
    void list() {
        run();
    }

    @Command(
            name = "show",
            mixinStandardHelpOptions = true,
            headerHeading = "Examples:%n  run-scenario proxies show nginx%n  run-scenario proxies show nginx@1.22.1%n"
                    + "  run-scenario proxies show client:okhttp%n%n",
            description = "Shows what a driver makes of each knob.")
    void show(
            @Parameters(paramLabel = "NAME[:VARIANT][@VERSION]", description = "A driver, e.g. nginx@1.22.1.")
                    String name) {
        Arm arm = Arm.parse(name);
        ProxyDriver driver = ProxyDriver.of(arm.driver());
        Installation installation = driver.locate(arm.variant(), arm.target());
        PrintWriter out = spec.commandLine().getOut();
        out.println(driver.title());
        out.println("version " + installation.version() + ", " + installation.location());
        if (!driver.variants().isEmpty()) {
            out.println("variants: " + String.join(", ", driver.variants()));
        }
        Map<Knob, KnobStatus> capabilities = driver.capabilities(installation);
        for (Knob knob : Knob.values()) {
            KnobStatus status = capabilities.getOrDefault(knob, KnobStatus.UNSUPPORTED);
            out.printf("  %-26s %-11s %s%n", knob.key(), status.key(), knob.meaning());
        }
    }
}
