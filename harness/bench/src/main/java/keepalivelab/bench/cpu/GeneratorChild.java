package keepalivelab.bench.cpu;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import keepalivelab.load.LoadGenerator;
import keepalivelab.load.LoadJob;
import keepalivelab.load.LoadPlan;
import keepalivelab.load.LoadResult;

/**
 * Our load generator in a process of its own. Each line {@code PORT CONNECTIONS REQUESTS} runs one closed loop and is
 * answered by {@code REQUESTS CPU_SECONDS}, the CPU time of the whole process.
 */
final class GeneratorChild {
    private GeneratorChild() {}

    public static void main(String[] args) throws IOException {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ", -1);
            LoadJob job = job(Integer.parseInt(words[0]), Integer.parseInt(words[1]), Integer.parseInt(words[2]));
            long before = system.getProcessCpuTime();
            LoadResult result = new LoadGenerator(job).run();
            double seconds = (system.getProcessCpuTime() - before) / 1e9;
            System.out.println(result.answers().status().getOrDefault(200, 0) + " " + seconds);
        }
    }

    private static LoadJob job(int port, int connections, int requests) {
        LoadPlan plan = new LoadPlan.ClosedLoop(
                requests,
                connections,
                LoadPlan.Downstream.KEEP,
                LoadPlan.Gap.NONE,
                LoadPlan.RequestShape.GET,
                LoadPlan.Start.AT_ONCE,
                Duration.ofSeconds(10));
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        return new LoadJob(plan, address, "127.0.0.1", "bench", 1);
    }
}
