package keepalivelab.app.command;

import java.util.List;
import keepalivelab.api.Arm;
import keepalivelab.api.ProxyDriver;
import keepalivelab.proxies.provision.Provisioner;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code run-scenario proxies}: what is here and what can be had; its subcommands install and explain. */
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
        new ProxyListing(ProxyDriver.all(), Provisioner.ofUser())
                .lines()
                .forEach(spec.commandLine().getOut()::println);
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
            description = "Shows what a proxy does by its nature, and what its driver makes of each knob.")
    void show(
            @Parameters(paramLabel = "NAME[:VARIANT][@VERSION]", description = "A driver, e.g. nginx@1.22.1.")
                    String name) {
        Arm arm = Arm.parse(name);
        ProxySheet sheet = new ProxySheet(ProxyDriver.of(arm.driver()), Provisioner.ofUser());
        List<String> lines = sheet.lines(arm.variant(), arm.target());
        lines.forEach(spec.commandLine().getOut()::println);
    }
}
