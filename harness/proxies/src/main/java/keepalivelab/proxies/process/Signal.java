package keepalivelab.proxies.process;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Signals for stopping and pausing proxies; each proxy has its own one for a graceful stop. */
public enum Signal {
    TERM,
    INT,
    QUIT,
    USR1,
    WINCH,
    KILL,
    STOP,
    CONT;

    /** Sends it to one process; nothing happens where there is none. */
    public void send(long pid) {
        kill(Long.toString(pid));
    }

    /** Sends it to every process of a group; nothing happens where there is none. */
    public void sendToGroup(long groupId) {
        kill("-" + groupId);
    }

    /** The JDK sends TERM and KILL only, and to no group; every POSIX shell can do the rest. */
    private void kill(String target) {
        ProcessBuilder builder =
                new ProcessBuilder("/bin/sh", "-c", "kill -s \"$1\" -- \"$2\"", "kill", name(), target);
        builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD);
        try {
            builder.start().onExit().join();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
