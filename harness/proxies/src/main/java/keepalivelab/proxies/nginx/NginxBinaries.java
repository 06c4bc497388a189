package keepalivelab.proxies.nginx;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import keepalivelab.api.EnvironmentException;
import keepalivelab.api.InputException;
import keepalivelab.api.Installation;
import keepalivelab.proxies.process.CommandOutput;
import keepalivelab.proxies.process.DottedVersion;
import keepalivelab.proxies.process.Executables;
import keepalivelab.proxies.provision.Provisioner;

/**
 * Finds nginx on the machine.
 *
 * @param provisioner what {@code run-scenario proxies install} has put there
 */
record NginxBinaries(Provisioner provisioner) {
    private static final String OLDEST = "1.18";
    private static final Duration VERSION_LIMIT = Duration.ofSeconds(10);
    private static final Pattern VERSION = Pattern.compile("nginx version: nginx/(\\d+(?:\\.\\d+)*)");
    private static final List<String> USUAL_FOLDERS = List.of(
            "/usr/sbin",
            "/usr/local/sbin",
            "/usr/bin",
            "/usr/local/bin",
            "/usr/local/nginx/sbin",
            "/opt/nginx/sbin",
            "/opt/homebrew/bin");

    /** All that were found, those of the machine first. */
    List<Installation> all() {
        List<Installation> all = new ArrayList<>();
        Set<Path> seen = new HashSet<>();
        for (Path binary : Executables.everywhere("nginx", USUAL_FOLDERS)) {
            if (seen.add(real(binary))) {
                version(binary).ifPresent(v -> all.add(installation(binary, v, "system")));
            }
        }
        all.addAll(provisioner.installed(NginxDriver.ID));
        return all;
    }

    /** The one an arm names by version or path; the first where it names none. */
    Installation locate(Optional<String> target) {
        if (target.isEmpty()) {
            return all().stream().findFirst().orElseThrow(() -> missing("nginx", ""));
        }
        String wanted = target.orElseThrow();
        if (wanted.contains("/")) {
            return at(Path.of(wanted));
        }
        if (!DottedVersion.matches(wanted)) {
            throw new InputException(
                    "nginx@" + wanted + ": expected a version, e.g. nginx@1.31.3, or the path of a binary");
        }
        return ofVersion(wanted);
    }

    private Installation ofVersion(String wanted) {
        DottedVersion version = DottedVersion.of(wanted);
        List<Installation> all = all();
        return all.stream()
                .filter(found -> DottedVersion.of(found.version()).isA(version))
                .findFirst()
                .orElseThrow(() -> missing("nginx " + wanted, found(all)));
    }

    private static Installation at(Path binary) {
        if (!Files.isRegularFile(binary) || !Files.isExecutable(binary)) {
            throw new EnvironmentException("nginx@" + binary + ": there is no such executable file");
        }
        String version = version(binary)
                .orElseThrow(() -> new EnvironmentException("nginx@" + binary + ": '" + binary
                        + " -v' does not say that it is nginx " + OLDEST + " or newer"));
        return installation(binary, version, "given");
    }

    private static Installation installation(Path binary, String version, String origin) {
        return new Installation(NginxDriver.ID, version, binary.toAbsolutePath().toString(), origin);
    }

    /** What {@code -v} says; empty where it is something else, too old, or cannot run here. */
    private static Optional<String> version(Path binary) {
        Matcher matcher = VERSION.matcher(versionOutput(binary));
        return matcher.find() && DottedVersion.of(matcher.group(1)).atLeast(OLDEST)
                ? Optional.of(matcher.group(1))
                : Optional.empty();
    }

    private static String versionOutput(Path binary) {
        try {
            CommandOutput output = CommandOutput.of(List.of(binary.toString(), "-v"), VERSION_LIMIT);
            return String.join("\n", output.lines());
        } catch (EnvironmentException e) {
            return "";
        }
    }

    private static Path real(Path binary) {
        try {
            return binary.toRealPath();
        } catch (IOException e) {
            return binary;
        }
    }

    private static String found(List<Installation> all) {
        return all.stream()
                .map(i -> i.version() + " (" + i.location() + ")")
                .collect(Collectors.joining(", ", "; found: ", ""));
    }

    private EnvironmentException missing(String what, String found) {
        return new EnvironmentException(what + " is not on this machine" + (found.equals("; found: ") ? "" : found)
                + "; looked on the PATH, in " + String.join(", ", USUAL_FOLDERS) + " and in "
                + provisioner.folder() + "; get one with 'run-scenario proxies install nginx' (" + offered()
                + "), with the system's package manager, or name a binary: nginx@/path/to/nginx");
    }

    private String offered() {
        return provisioner.available().stream()
                .filter(recipe -> recipe.name().equals(NginxDriver.ID))
                .map(recipe -> recipe.version())
                .collect(Collectors.joining(", "));
    }
}
