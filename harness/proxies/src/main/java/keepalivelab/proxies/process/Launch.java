package keepalivelab.proxies.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What to start.
 *
 * @param command program and arguments; the program is looked up on the PATH unless it has a slash
 * @param environment variables on top of the harness's own
 * @param directory an existing folder: the process's working directory, and where its output goes
 * @param name what the files in that folder are called: {@code NAME.out}, {@code NAME.err}, {@code NAME.pid} and
 *     {@code NAME-guard.sh}
 */
public record Launch(List<String> command, Map<String, String> environment, Path directory, String name) {
    public Launch {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        directory = directory.toAbsolutePath();
        if (command.isEmpty()) {
            throw new IllegalArgumentException("no command to start");
        }
    }

    /** File of what the process writes to standard output. */
    public Path outLog() {
        return directory.resolve(name + ".out");
    }

    /** File of what the process writes to standard error. */
    public Path errLog() {
        return directory.resolve(name + ".err");
    }

    /** File of the first process's id. */
    Path pidFile() {
        return directory.resolve(name + ".pid");
    }

    Path guardScript() {
        return directory.resolve(name + "-guard.sh");
    }
}
