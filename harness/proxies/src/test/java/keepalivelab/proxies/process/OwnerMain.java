package keepalivelab.proxies.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A harness in miniature, run as a JVM of its own so that a test can kill it: starts a guarded process and waits. */
final class OwnerMain {
    private OwnerMain() {}

    /** Arguments: the folder, then the command. Prints the process ids of the guarded process and of its guard. */
    @SuppressWarnings("SystemOut")
    public static void main(String[] args) throws IOException {
        List<String> command = List.of(args).subList(1, args.length);
        GuardedProcess process = GuardedProcess.start(new Launch(command, Map.of(), Path.of(args[0]), "tree"));
        System.out.println(process.pid() + " " + process.guardPid());
        Thread starter = Thread.currentThread();
        new Thread(() -> waitForEver(starter)).start();
    }

    /** Keeps the JVM alive until it is killed, and says when the thread that started the process has ended. */
    @SuppressWarnings("SystemOut")
    private static void waitForEver(Thread starter) {
        try {
            starter.join();
            System.out.println("starter ended");
            if (System.in.read() < 0) {
                Thread.currentThread().join();
            }
        } catch (IOException | InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
