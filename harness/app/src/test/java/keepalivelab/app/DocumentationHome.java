package keepalivelab.app;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import keepalivelab.api.Installation;
import keepalivelab.api.ProxyDriver;

/**
 * The folder in which the documented commands run: a copy of the checkout's results and links to everything else, so that
 * what the commands write stays out of the checkout. The two ports that the pages use are replaced by free ones.
 */
final class DocumentationHome implements AutoCloseable {
    private static final String PROPERTY = "keepalivelab.home";
    private static final String PROXY_PORT = "8080";
    private static final String BACKEND_PORT = "9000";
    /** Options whose value is a path, whether or not there is anything yet. */
    private static final Set<String> PATH_OPTIONS = Set.of("--out", "--append", "--baselines", "--resume");

    private final Path folder;
    private final String before = Home.path().toString();
    private final String proxyPort = freePort();
    private final String backendPort = freePort();

    DocumentationHome(Path folder) throws IOException {
        this.folder = folder.toRealPath();
        try (Stream<Path> entries = Files.list(Home.path())) {
            for (Path entry : entries.filter(e -> !e.endsWith("results")).toList()) {
                Files.createSymbolicLink(this.folder.resolve(entry.getFileName()), entry);
            }
        }
        for (String part : List.of("reference", "baselines")) {
            copy(
                    Home.path().resolve("results").resolve(part),
                    this.folder.resolve("results").resolve(part));
        }
        System.setProperty(PROPERTY, this.folder.toString());
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path source : all.toList()) {
                Path target = to.resolve(from.relativize(source).toString());
                if (Files.isDirectory(source)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(source, target);
                }
            }
        }
    }

    private static String freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return Integer.toString(socket.getLocalPort());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Puts a file there that a page shows, unless the checkout has it. */
    void write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        if (!Files.exists(Path.of(before).resolve(name))) {
            Path parent = Files.createDirectories(file.getParent()).toRealPath();
            if (!parent.startsWith(folder)) {
                throw new AssertionError("a page has its reader write " + name + " into a folder of the checkout");
            }
            Files.writeString(file, withPorts(text));
        }
    }

    private String withPorts(String text) {
        return text.replaceAll("\\b" + PROXY_PORT + "\\b", proxyPort)
                .replaceAll("\\b" + BACKEND_PORT + "\\b", backendPort);
    }

    /** Runs one of our commands in this process; its output reads as if it had run in this folder. */
    Typed run(List<String> words) {
        List<String> here = new ArrayList<>();
        for (String word : words) {
            String last = here.isEmpty() ? "" : here.get(here.size() - 1);
            boolean path = PATH_OPTIONS.contains(last)
                    || (word.matches("[^-/].*[/.].*") && Files.exists(folder.resolve(word)));
            here.add(path ? folder.resolve(word).toString() : withPorts(word));
        }
        Typed typed = Typed.words(here.toArray(String[]::new));
        return new Typed(typed.status(), told(typed.out()), told(typed.err()));
    }

    /** Runs a command of the shell in this folder; nginx is the one that its driver finds. */
    Typed shell(String command) throws IOException, InterruptedException {
        List<ProcessHandle> workers = workers();
        ProcessBuilder builder = new ProcessBuilder("bash", "-c", withPorts(command))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("shell.log").toFile());
        for (Installation nginx : ProxyDriver.of("nginx").installations()) {
            String program = nginx.location();
            String place = program.substring(0, program.lastIndexOf('/'));
            builder.environment().merge("PATH", place, (path, more) -> path + ":" + more);
        }
        Process process = builder.start();
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("does not end: " + command);
        }
        if (command.endsWith(" reload")) {
            // The command only asks for it; a reader takes longer to type the next one.
            await().until(() -> workers.stream().noneMatch(ProcessHandle::isAlive)
                    && !workers().isEmpty());
        }
        String output = Files.readString(folder.resolve("shell.log"), StandardCharsets.UTF_8);
        return new Typed(process.exitValue(), told(output), "");
    }

    /** The worker processes of an nginx that a page has started. */
    private List<ProcessHandle> workers() throws IOException {
        return masters().stream().flatMap(ProcessHandle::children).toList();
    }

    private List<ProcessHandle> masters() throws IOException {
        List<ProcessHandle> masters = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder, 2)) {
            for (Path file : files.filter(f -> f.endsWith("nginx.pid")).toList()) {
                ProcessHandle.of(Long.parseLong(Files.readString(file).strip())).ifPresent(masters::add);
            }
        }
        return masters;
    }

    private String told(String output) {
        return output.replace(folder + "/", "");
    }

    /** Ends an nginx that a page has started and a failed test has left; the links go first, so that nothing follows them. */
    @Override
    public void close() throws IOException {
        System.setProperty(PROPERTY, before);
        masters().forEach(ProcessHandle::destroy);
        try (Stream<Path> entries = Files.list(folder)) {
            for (Path link : entries.filter(Files::isSymbolicLink).toList()) {
                Files.delete(link);
            }
        }
    }
}
