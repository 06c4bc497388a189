package keepalivelab.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The launcher finds its installation from anywhere; a stand-in for Java shows what it was called with. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class LauncherTest {
    @TempDir
    private Path folder;

    @Test
    void argumentsAndExitStatusPassThrough() throws Exception {
        Path home = installation("a home");
        Outcome outcome = launch(folder, home.resolve("run-scenario"), "keepalive-size", "--set", "n=1 2");
        assertThat(outcome.output).contains("<keepalive-size><--set><n=1 2>");
        assertThat(outcome.status).isEqualTo(7);
    }

    @Test
    void itWorksThroughASymbolicLinkFromAnotherDirectory() throws Exception {
        Path home = installation("home");
        Path elsewhere = Files.createDirectories(folder.resolve("elsewhere"));
        Path link = Files.createSymbolicLink(elsewhere.resolve("rs"), Path.of("../home/run-scenario"));
        Outcome outcome = launch(elsewhere, link, "list");
        assertThat(outcome.output).contains("-Dkeepalivelab.home=" + home.toRealPath());
        assertThat(outcome.status).isEqualTo(7);
    }

    @Test
    void aChangedSourceIsBuiltAgainAndAnUnchangedOneIsNot() throws Exception {
        Path home = installation("home");
        assertThat(launch(folder, home.resolve("run-scenario"), "list").output).doesNotContain("building");
        Path source = Files.createDirectories(home.resolve("harness/app/src/main/java"));
        Path stamp = home.resolve("harness/app/target/run-scenario/stamp");
        Path changed = Files.writeString(source.resolve("Changed.java"), "");
        Files.setLastModifiedTime(
                changed,
                java.nio.file.attribute.FileTime.fromMillis(
                        Files.getLastModifiedTime(stamp).toMillis() + 5000));
        assertThat(launch(folder, home.resolve("run-scenario"), "list").output).contains("building");
    }

    @Test
    void lettersBeyondAsciiReachJavaInTheCLocaleToo() throws Exception {
        Path launcher = installation("home").resolve("run-scenario");
        script("java", "printf '<%s>' \"$LC_ALL\"; exit 7");
        // The bytes stand in a script, for a JVM in the C locale could not pass the letter on.
        String shell = "exec '" + launcher + "' validate ";
        assertThat(launch(folder, Path.of("bash"), "-c", shell + "$'\\303\\274bung.yaml'").output)
                .contains("<C.UTF-8>");
        assertThat(launch(folder, Path.of("bash"), "-c", shell + "exercise.yaml").output)
                .contains("<C>");
    }

    /** An installation that looks built, whose Java and Maven only say what they were called with. */
    private Path installation(String name) throws IOException {
        Path home = Files.createDirectories(folder.resolve(name));
        Files.copy(Home.path().resolve("run-scenario"), home.resolve("run-scenario"));
        home.resolve("run-scenario").toFile().setExecutable(true);
        Files.createDirectories(home.resolve("harness/app/target/lib"));
        Files.createDirectories(home.resolve("harness/app/target/run-scenario"));
        Files.writeString(home.resolve("pom.xml"), "");
        Files.writeString(home.resolve("harness/app/target/run-scenario/stamp"), "");
        script("java", "case \"$*\" in *ArchiveClassesAtExit*) exit 1;; esac; printf '<%s>' \"$@\"; exit 7");
        script("mvn", "exit 0");
        return home;
    }

    private void script(String name, String body) throws IOException {
        Path script = Files.createDirectories(folder.resolve("bin")).resolve(name);
        Files.writeString(script, "#!/bin/sh\n" + body + "\n");
        script.toFile().setExecutable(true);
    }

    private record Outcome(String output, int status) {}

    private Outcome launch(Path directory, Path launcher, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().remove("JAVA_HOME");
        builder.environment().put("LC_ALL", "C");
        builder.environment().merge("PATH", folder.resolve("bin").toString(), (path, bin) -> bin + ":" + path);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return new Outcome(output, process.exitValue());
    }
}
