package keepalivelab.app.terminal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import keepalivelab.report.MiddleCut;
import keepalivelab.report.PlainLine;

/** The live view of one round of a comparison: both arms, one below the other. As provisional as {@link LiveView}. */
public final class PairedLiveView implements LiveScene {
    private static final int HEIGHT = 12;
    private static final List<String> ROLES = List.of("base", "candidate");

    private final Terminal terminal;
    private final int columns;
    private final List<String> labels;
    private final List<LiveView> arms;

    /**
     * @param columns of the terminal
     * @param labels of base and candidate
     */
    public PairedLiveView(Terminal terminal, int columns, List<String> labels) {
        if (labels.size() != ROLES.size()) {
            throw new IllegalArgumentException("a comparison has two arms, not " + labels);
        }
        this.terminal = terminal;
        this.columns = columns;
        this.labels = List.copyOf(labels);
        this.arms =
                labels.stream().map(label -> new LiveView(terminal, columns, 0)).toList();
    }

    @Override
    public int height() {
        return HEIGHT;
    }

    @Override
    public void sample(int arm, LiveCounts counts, Duration elapsed) {
        arms.get(arm).sample(arm, counts, elapsed);
    }

    @Override
    public List<String> lines(String place, String name, String left) {
        LiveView any = arms.get(0);
        List<String> lines = new ArrayList<>(List.of(any.fitted(LiveView.TITLE)));
        lines.add(any.fitted(any.named("cell", place, name, left)));
        for (int i = 0; i < arms.size(); i++) {
            String role = ROLES.get(i) + " ";
            int room = columns - 1 - role.length();
            lines.add(role + MiddleCut.of(PlainLine.of(labels.get(i)), room, terminal.cutMark()));
            lines.addAll(arms.get(i).brief());
        }
        return lines;
    }
}
