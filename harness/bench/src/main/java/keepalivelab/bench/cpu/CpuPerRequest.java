package keepalivelab.bench.cpu;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import keepalivelab.api.Installation;
import keepalivelab.api.Knob;
import keepalivelab.api.KnobSettings;
import keepalivelab.api.ProxyDriver;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.Rendering;
import keepalivelab.proxies.process.FreePorts;

/**
 * Compares CPU per request, ours against theirs in turns, and prints the ratio with its quartiles:
 *
 * <ul>
 *   <li>the load generator against wrk, both on nginx {@code return 200};
 *   <li>the counting backend against nginx {@code return 200}, both under our generator;
 *   <li>the embedded proxy against nginx as a proxy, both in front of nginx {@code return 200}, under our generator.
 * </ul>
 *
 * <p>64 keep-alive connections; whoever is measured has core 1 for itself (the generators: core 0). Needs nginx, wrk and
 * taskset. Arguments: rounds (default 7) and requests per slice (default 150000).
 */
public final class CpuPerRequest {
    private static final int LOAD_CORE = 0;
    private static final int SUBJECT_CORE = 1;
    private static final int CONNECTIONS = 64;
    private static final int WRK_SECONDS = 3;

    private final int rounds;
    private final int requests;
    private final Path folder;
    private final Child generator;

    private CpuPerRequest(int rounds, int requests, Path folder) throws IOException {
        this.rounds = rounds;
        this.requests = requests;
        this.folder = folder;
        this.generator = Child.java(LOAD_CORE, GeneratorChild.class);
    }

    public static void main(String[] args) throws IOException {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 7;
        int requests = args.length > 1 ? Integer.parseInt(args[1]) : 150_000;
        CpuPerRequest comparison = new CpuPerRequest(rounds, requests, Files.createTempDirectory("cpu-per-request-"));
        try {
            comparison.run();
        } finally {
            comparison.generator.close();
        }
    }

    private void run() throws IOException {
        int origin = port();
        try (Child nginx = nginxAnswering(LOAD_CORE, origin)) {
            nginx.pid();
            print("| ours | theirs | ours us/request | theirs us/request | ratio, median [quartiles] |");
            print("|---|---|---|---|---|");
            generators();
            servers();
            proxies(origin);
        }
    }

    private void generators() throws IOException {
        int port = port();
        try (Child server = nginxAnswering(SUBJECT_CORE, port)) {
            server.pid();
            compare("generator", "wrk", () -> ours(port), () -> {
                Wrk.Slice slice = Wrk.run(LOAD_CORE, CONNECTIONS, WRK_SECONDS, "http://127.0.0.1:" + port + "/");
                return slice.cpuSeconds() / slice.requests();
            });
        }
    }

    private void servers() throws IOException {
        int port = port();
        try (Child backend = Child.java(SUBJECT_CORE, BackendChild.class);
                Child nginx = nginxAnswering(SUBJECT_CORE, port)) {
            int backendPort = Integer.parseInt(backend.next());
            compare("backend", "nginx return 200", () -> cpuOf(backend, backendPort), () -> cpuOf(nginx, port));
        }
    }

    private void proxies(int origin) throws IOException {
        int embeddedPort = port();
        int nginxPort = port();
        try (Child embedded = proxy("embedded", embeddedPort, origin);
                Child nginx = proxy("nginx", nginxPort, origin)) {
            compare(
                    "embedded proxy",
                    "nginx as a proxy",
                    () -> cpuOf(embedded, embeddedPort),
                    () -> cpuOf(nginx, nginxPort));
        }
    }

    /** One slice: CPU seconds per request. */
    private interface Slice {
        double run() throws IOException;
    }

    /** A B B A B A A B ...: the order is turned around in every round, after one round that is not counted. */
    private void compare(String ours, String theirs, Slice a, Slice b) throws IOException {
        List<Double> ratios = new ArrayList<>();
        List<Double> costsOfOurs = new ArrayList<>();
        List<Double> costsOfTheirs = new ArrayList<>();
        for (int round = 0; round <= rounds; round++) {
            boolean oursFirst = Integer.bitCount(round) % 2 == 0;
            double first = oursFirst ? a.run() : b.run();
            double second = oursFirst ? b.run() : a.run();
            if (round > 0) {
                costsOfOurs.add((oursFirst ? first : second) * 1e6);
                costsOfTheirs.add((oursFirst ? second : first) * 1e6);
                ratios.add(oursFirst ? first / second : second / first);
            }
        }
        print(String.format(
                Locale.ROOT,
                "| %s | %s | %.2f | %.2f | %s |",
                ours,
                theirs,
                new Spread(costsOfOurs).median(),
                new Spread(costsOfTheirs).median(),
                new Spread(ratios).text()));
    }

    private double ours(int port) throws IOException {
        String[] answer =
                generator.ask(port + " " + CONNECTIONS + " " + requests).split(" ", -1);
        requireAll(answer[0]);
        return Double.parseDouble(answer[1]) / requests;
    }

    private double cpuOf(Child subject, int port) throws IOException {
        double before = ProcessCpu.seconds(subject.pid());
        String[] answer =
                generator.ask(port + " " + CONNECTIONS + " " + requests).split(" ", -1);
        requireAll(answer[0]);
        return (ProcessCpu.seconds(subject.pid()) - before) / requests;
    }

    private void requireAll(String answered) throws IOException {
        if (Integer.parseInt(answered) != requests) {
            throw new IOException(answered + " of " + requests + " requests were answered with 200");
        }
    }

    private Child nginxAnswering(int core, int port) throws IOException {
        Path home = Files.createDirectory(folder.resolve("answering-" + port));
        String paths = String.join(
                " ",
                List.of("client_body", "proxy", "fastcgi", "uwsgi", "scgi").stream()
                        .map(name -> name + "_temp_path " + home.resolve(name) + ";")
                        .toList());
        Path config = Files.writeString(
                home.resolve("nginx.conf"),
                "daemon off; master_process off; pid " + home + "/pid; error_log " + home + "/error.log;\n"
                        + "events { worker_connections 1024; }\n"
                        + "http { access_log off; keepalive_requests 1000000000; keepalive_timeout 1h; " + paths + "\n"
                        + "  server { listen 127.0.0.1:" + port + "; location / { return 200 \"ok\\n\"; } } }\n");
        List<String> command = List.of(nginxBinary(), "-p", home.toString(), "-c", config.toString());
        return started(Child.start(core, home, command), port);
    }

    private Child proxy(String driverId, int port, int origin) throws IOException {
        ProxyDriver driver = ProxyDriver.of(driverId);
        Installation installation = driver.locate(Optional.empty());
        Path home = Files.createDirectory(folder.resolve(driverId + "-" + port));
        KnobSettings knobs = new KnobSettings(
                Map.of(
                        Knob.WORKERS, "1",
                        Knob.POOL_MAX_IDLE, "64",
                        Knob.POOL_MAX_REQUESTS, "1000000000"),
                Set.of());
        ProxyPlan plan = new ProxyPlan(
                installation,
                Optional.empty(),
                knobs,
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), origin),
                Optional.empty(),
                home);
        Rendering rendering = driver.render(plan);
        rendering.files().forEach((name, text) -> write(home.resolve(name), text));
        return started(Child.start(SUBJECT_CORE, home, rendering.command()), port);
    }

    /** Waits until it answers. */
    private Child started(Child child, int port) throws IOException {
        for (int i = 0; i < 200; i++) {
            String[] answer = generator.ask(port + " 1 1").split(" ", -1);
            if (answer[0].equals("1")) {
                return child;
            }
            java.util.concurrent.locks.LockSupport.parkNanos(50_000_000);
        }
        child.close();
        throw new IOException("nothing answers on port " + port);
    }

    private static String nginxBinary() {
        return ProxyDriver.of("nginx").locate(Optional.empty()).location();
    }

    private static int port() {
        return FreePorts.loopback().getPort();
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void print(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
