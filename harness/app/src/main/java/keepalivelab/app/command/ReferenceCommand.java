package keepalivelab.app.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import keepalivelab.api.EnvironmentException;
import keepalivelab.api.ProxyDriver;
import keepalivelab.app.Home;
import keepalivelab.app.reference.ReferencePage;
import keepalivelab.report.AtomicFile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code run-scenario reference}: for those who change this tool, who call it as {@value ReferencePage#REFRESH}. */
@Command(
        name = "reference",
        hidden = true,
        mixinStandardHelpOptions = true,
        headerHeading = "Examples:%n  run-scenario reference --out docs/reference%n%n",
        description = "Writes the pages of docs/reference.")
public final class ReferenceCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Their folder. Default: docs/reference of this checkout.")
    private @Nullable Path out;

    @Override
    public void run() {
        Path folder = Optional.ofNullable(out)
                .orElseGet(() -> Home.path().resolve("docs").resolve("reference"));
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new EnvironmentException("cannot make " + folder + ": " + e.getMessage());
        }
        for (ReferencePage page : ReferencePage.all(spec.root(), ProxyDriver.all())) {
            AtomicFile.write(folder.resolve(page.file()), page.text());
            spec.commandLine().getOut().println(folder.resolve(page.file()));
        }
    }
}
