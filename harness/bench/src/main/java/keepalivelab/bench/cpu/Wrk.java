package keepalivelab.bench.cpu;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs wrk, pinned, and reads how many requests it made and what CPU it took. */
final class Wrk {
    private static final Pattern REQUESTS = Pattern.compile("(\\d+) requests in");
    private static final Pattern CPU = Pattern.compile("cpu ([0-9.]+) ([0-9.]+)");

    private Wrk() {}

    /**
     * One slice.
     *
     * @param requests completed
     * @param cpuSeconds user and system time of wrk itself
     */
    record Slice(long requests, double cpuSeconds) {}

    static Slice run(int core, int connections, int seconds, String url) throws IOException {
        String command = "TIMEFORMAT='cpu %3U %3S'; time taskset -c " + core + " wrk -t1 -c" + connections + " -d"
                + seconds + "s " + url;
        Process process = new ProcessBuilder(List.of("bash", "-c", command))
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        Matcher requests = REQUESTS.matcher(output);
        Matcher cpu = CPU.matcher(output);
        if (!requests.find() || !cpu.find()) {
            throw new IOException("wrk did not say what it did: " + output);
        }
        if (output.contains("Non-2xx")) {
            throw new IOException("wrk met errors: " + output);
        }
        return new Slice(
                Long.parseLong(requests.group(1)), Double.parseDouble(cpu.group(1)) + Double.parseDouble(cpu.group(2)));
    }
}
