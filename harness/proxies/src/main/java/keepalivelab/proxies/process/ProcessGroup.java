package keepalivelab.proxies.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The processes of one group, read from {@code /proc}. Zombies do not count: they run nothing, and in a container whose
 * process 1 reaps nobody they stay for ever.
 *
 * @param id the group's id, which is the process id of its first process
 */
public record ProcessGroup(long id) {
    private static final Path PROC = Path.of("/proc");

    /** Whether nothing of it runs. */
    public boolean isEmpty() {
        return members().isEmpty();
    }

    /** Process ids of what runs in it, in no order. */
    public List<Long> members() {
        List<Long> members = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path entry : entries) {
                if (runsInGroup(entry)) {
                    members.add(Long.parseLong(entry.getFileName().toString()));
                }
            }
        } catch (IOException e) {
            return fromHandles();
        }
        return members;
    }

    /** Whether the group's first process runs. */
    public boolean firstRuns() {
        Path entry = PROC.resolve(Long.toString(id));
        return Files.isDirectory(PROC.resolve("self"))
                ? runsInGroup(entry)
                : ProcessHandle.of(id).isPresent();
    }

    /** Whether every thread of every process in it is stopped, as after {@link Signal#STOP}. */
    public boolean stopped() {
        List<Long> members = members();
        return !members.isEmpty() && members.stream().allMatch(ProcessGroup::stopped);
    }

    private static boolean stopped(long pid) {
        Path threads = PROC.resolve(Long.toString(pid)).resolve("task");
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(threads)) {
            for (Path thread : entries) {
                if (!fields(thread)[0].equals("T")) {
                    return false;
                }
            }
            return true;
        } catch (IOException | IndexOutOfBoundsException e) {
            return false;
        }
    }

    /** Where there is no {@code /proc}: the first process and its descendants, which is the group unless its parent died. */
    private List<Long> fromHandles() {
        return ProcessHandle.of(id).stream()
                .flatMap(first -> Stream.concat(Stream.of(first), first.descendants()))
                .map(ProcessHandle::pid)
                .toList();
    }

    /** Fields after the name (which is in parentheses and may hold anything): state, parent, group. */
    private static String[] fields(Path entry) throws IOException {
        String stat = Files.readString(entry.resolve("stat"), StandardCharsets.ISO_8859_1);
        return stat.substring(stat.lastIndexOf(')') + 2).split(" ", 4);
    }

    private boolean runsInGroup(Path entry) {
        try {
            String[] fields = fields(entry);
            return !fields[0].equals("Z") && !fields[0].equals("X") && fields[2].equals(Long.toString(id));
        } catch (IOException | IndexOutOfBoundsException e) {
            return false;
        }
    }
}
