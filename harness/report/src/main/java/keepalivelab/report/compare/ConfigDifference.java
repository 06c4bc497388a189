package keepalivelab.report.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The lines by which two native configurations differ. Ports and folders, which every start of a proxy has anew, count as the
 * same.
 */
final class ConfigDifference {
    private static final Pattern ADDRESS = Pattern.compile("127\\.0\\.0\\.1:\\d+");
    private static final Pattern FOLDER = Pattern.compile("(/[A-Za-z0-9._@=,+-]+)+/");
    private static final Pattern MARK = Pattern.compile("(?i)(ready[^ =\"]*[ =\"]+)[0-9a-f-]{6,}");

    private ConfigDifference() {}

    /** {@code - line} of the base, {@code + line} of the candidate, in order; empty for the same. */
    static List<String> of(String base, String candidate) {
        List<String> a = lines(base);
        List<String> b = lines(candidate);
        int[][] common = common(a, b);
        List<String> differences = new ArrayList<>();
        int i = 0;
        int j = 0;
        while (i < a.size() || j < b.size()) {
            boolean both = i < a.size() && j < b.size();
            if (both && a.get(i).equals(b.get(j))) {
                i++;
                j++;
            } else if (both ? common[i + 1][j] >= common[i][j + 1] : i < a.size()) {
                differences.add("- " + a.get(i++));
            } else {
                differences.add("+ " + b.get(j++));
            }
        }
        return differences;
    }

    /** Length of the longest common part of what follows {@code i} and {@code j}. */
    private static int[][] common(List<String> a, List<String> b) {
        int[][] common = new int[a.size() + 1][b.size() + 1];
        for (int i = a.size() - 1; i >= 0; i--) {
            for (int j = b.size() - 1; j >= 0; j--) {
                common[i][j] = a.get(i).equals(b.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        return common;
    }

    private static List<String> lines(String text) {
        return text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .map(line -> ADDRESS.matcher(line).replaceAll("127.0.0.1:PORT"))
                .map(line -> FOLDER.matcher(line).replaceAll(".../"))
                .map(line -> MARK.matcher(line).replaceAll("$1MARK"))
                .toList();
    }
}
