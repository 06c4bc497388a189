package keepalivelab.proxies.provision;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import keepalivelab.proxies.process.CommandOutput;

/**
 * Debian's package client with an index of its own, so that another suite can be read without a line in the system's
 * sources. It uses the system's mirror, and its keyring: what is fetched is checked as always.
 *
 * @param shop where the packages go
 */
record PrivateApt(Workshop shop) {
    private static final Duration LIMIT = Duration.ofMinutes(10);
    private static final Path KEYRING = Path.of("/usr/share/keyrings/debian-archive-keyring.gpg");

    /** Puts the packages of that suite, in the versions it has now, into the scratch folder. */
    void download(String suite, List<String> packages) throws IOException {
        Path apt = shop.shared().resolve("apt-" + suite);
        for (String folder : List.of("etc", "state/lists/partial", "cache/archives/partial")) {
            Files.createDirectories(apt.resolve(folder));
        }
        Files.write(apt.resolve("status"), new byte[0]);
        Files.writeString(apt.resolve("etc/suite.sources"), """
                Types: deb
                URIs: %s
                Suites: %s
                Components: main
                Signed-By: %s
                """.formatted(mirror(), suite, keyring()));
        shop.run(shop.scratch(), Map.of(), LIMIT, Words.of(aptGet(apt), "update"));
        shop.run(shop.scratch(), Map.of(), LIMIT, Words.of(Words.of(aptGet(apt), "download"), packages));
    }

    private static List<String> aptGet(Path apt) {
        List<String> command = new ArrayList<>(List.of("apt-get", "-q"));
        for (String option : List.of(
                "Dir::Etc::sourcelist=/dev/null",
                "Dir::Etc::sourceparts=" + apt.resolve("etc"),
                "Dir::State=" + apt.resolve("state"),
                "Dir::State::status=" + apt.resolve("status"),
                "Dir::Cache=" + apt.resolve("cache"),
                "APT::Sandbox::User=root",
                "Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false",
                "Acquire::Languages=none",
                "Acquire::Retries=2",
                "APT::Update::Error-Mode=any")) {
            command.addAll(List.of("-o", option));
        }
        return command;
    }

    private Path keyring() {
        if (!Files.isReadable(KEYRING)) {
            throw shop.cannot("there is no " + KEYRING + "; install the package debian-archive-keyring");
        }
        return KEYRING;
    }

    /** The mirror that the system itself uses for its own release. */
    private String mirror() {
        String release = DebianRelease.codeName().orElse("");
        List<String> command = List.of(
                shop.program("apt-get"), "indextargets", "--format", "$(REPO_URI) $(RELEASE)", "Created-By: Packages");
        return CommandOutput.of(command, LIMIT).lines().stream()
                .map(line -> line.split(" ", -1))
                .filter(words -> words.length == 2 && words[1].equals(release))
                .map(words -> words[0])
                .findFirst()
                .orElseThrow(() -> shop.cannot("apt-get names no mirror for " + release));
    }
}
