package keepalivelab.proxies.provision;

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
import keepalivelab.api.NearestWord;
import keepalivelab.proxies.process.CommandOutput;
import keepalivelab.proxies.process.DottedVersion;
import keepalivelab.proxies.process.Executables;

/**
 * Finds the binaries of one kind of proxy: on the PATH, in the usual folders, and what {@code run-scenario proxies install}
 * has put into the user's folder.
 *
 * @param driver the driver's id, also the name under which it is installed
 * @param executable what the binary is called by those who package it, e.g. {@code apache2}
 * @param versionArguments what makes it say its version, e.g. {@code -v}
 * @param version finds the version in what it says then (both streams), in its first group
 * @param oldest the oldest version that the driver can drive
 * @param provisioner the user's folder
 */
public record Binaries(
        String driver,
        String executable,
        List<String> versionArguments,
        Pattern version,
        String oldest,
        Provisioner provisioner) {
    private static final String REAL_PROXIES = "keepalivelab.realProxies";
    private static final Duration VERSION_LIMIT = Duration.ofSeconds(10);
    private static final List<String> USUAL_FOLDERS =
            List.of("/usr/sbin", "/usr/local/sbin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin");

    public Binaries {
        versionArguments = List.copyOf(versionArguments);
    }

    /**
     * All that were found, those of the machine first. None where the system property {@value #REAL_PROXIES} is
     * {@code off}: that run shall do without real proxies, whatever is on the machine.
     */
    public List<Installation> all() {
        if ("off".equals(System.getProperty(REAL_PROXIES))) {
            return List.of();
        }
        List<Installation> all = new ArrayList<>();
        Set<Path> seen = new HashSet<>();
        for (Path binary : Executables.everywhere(executable, folders())) {
            if (seen.add(real(binary))) {
                version(binary).ifPresent(v -> all.add(installation(binary, v, "system")));
            }
        }
        all.addAll(provisioner.installed(driver));
        return all;
    }

    /**
     * The one an arm names by version or path; the first where it names none.
     *
     * @throws EnvironmentException if it is not there: what was looked for, where, and how to get it
     * @throws InputException if {@code target} is neither version nor path
     */
    public Installation locate(Optional<String> target) {
        if (target.isEmpty()) {
            return all().stream().findFirst().orElseThrow(() -> missing(target, List.of()));
        }
        String wanted = target.orElseThrow();
        if (wanted.contains("/")) {
            return at(Path.of(wanted));
        }
        if (!DottedVersion.matches(wanted)) {
            throw new InputException(
                    driver + "@" + wanted + ": expected a version" + example() + ", or the path of a binary");
        }
        return ofVersion(wanted);
    }

    private String example() {
        return offered().stream()
                .findFirst()
                .map(v -> ", e.g. " + driver + "@" + v)
                .orElse("");
    }

    private Installation ofVersion(String wanted) {
        DottedVersion version = DottedVersion.of(wanted);
        List<Installation> all = all();
        return all.stream()
                .filter(found -> DottedVersion.of(found.version()).isA(version))
                .findFirst()
                .orElseThrow(() -> missing(Optional.of(wanted), all));
    }

    private Installation at(Path binary) {
        if (!Files.isRegularFile(binary) || !Files.isExecutable(binary)) {
            throw new EnvironmentException(driver + "@" + binary + ": there is no such executable file");
        }
        String found = version(binary)
                .orElseThrow(() -> new EnvironmentException(
                        driver + "@" + binary + ": '" + binary + " " + String.join(" ", versionArguments)
                                + "' does not say that it is " + driver + " " + oldest + " or newer"));
        return installation(binary, found, "given");
    }

    private Installation installation(Path binary, String found, String origin) {
        return new Installation(driver, found, binary.toAbsolutePath().toString(), origin);
    }

    /** What the binary says; empty where it is something else, too old, or cannot run here. */
    private Optional<String> version(Path binary) {
        Matcher matcher = version.matcher(versionOutput(binary));
        return matcher.find() && DottedVersion.of(matcher.group(1)).atLeast(oldest)
                ? Optional.of(matcher.group(1))
                : Optional.empty();
    }

    private String versionOutput(Path binary) {
        List<String> command = new ArrayList<>(List.of(binary.toString()));
        command.addAll(versionArguments);
        try {
            return String.join("\n", CommandOutput.of(command, VERSION_LIMIT).lines());
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

    private List<String> folders() {
        List<String> folders = new ArrayList<>(USUAL_FOLDERS);
        folders.add("/usr/local/" + driver + "/sbin");
        folders.add("/opt/" + driver + "/sbin");
        return folders;
    }

    private List<String> offered() {
        return provisioner.available(driver).stream()
                .map(Recipe::shownVersion)
                .filter(version -> !version.isEmpty())
                .toList();
    }

    private EnvironmentException missing(Optional<String> wanted, List<Installation> found) {
        return new EnvironmentException(driver
                + wanted.map(version -> " " + version).orElse("")
                + " is not on this machine" + there(found) + "; looked for '" + executable + "' on the PATH, in "
                + String.join(", ", folders()) + " and in " + provisioner.folder() + "; " + remedy(wanted, found));
    }

    private static String there(List<Installation> found) {
        return found.isEmpty()
                ? ""
                : found.stream()
                        .map(i -> i.version() + " (" + i.location() + ")")
                        .collect(Collectors.joining(", ", "; found: ", ""));
    }

    private String remedy(Optional<String> wanted, List<Installation> found) {
        List<String> commands = provisioner.available(driver).stream()
                .filter(recipe -> recipe.isNamedBy(wanted))
                .map(Recipe::command)
                .toList();
        String own = "name a binary: " + driver + "@/path/to/" + executable;
        if (!commands.isEmpty()) {
            return "install it with '" + String.join("' or '", commands) + "', or " + own;
        }
        List<String> known = new ArrayList<>(offered());
        found.forEach(installation -> known.add(installation.version()));
        return wanted.flatMap(version -> NearestWord.to(version, known))
                        .map(near -> "did you mean " + driver + "@" + near + "? ")
                        .orElse("")
                + (offered().isEmpty()
                        ? ""
                        : "'run-scenario proxies install " + driver + "@VERSION' can install "
                                + String.join(", ", offered()) + "; ")
                + own;
    }
}
