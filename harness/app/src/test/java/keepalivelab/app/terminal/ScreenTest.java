package keepalivelab.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScreenTest {
    private final StringWriter bytes = new StringWriter();
    private final Screen screen = new Screen(new PrintWriter(bytes));

    @Test
    void linesAreWrittenOverInPlaceInOnePiece() {
        screen.show(List.of("one", "two", "three"));
        assertThat(taken()).isEqualTo("\r\u001b[?25lone\u001b[K\ntwo\u001b[K\nthree\u001b[K\u001b[J");
        screen.show(List.of("four"));
        assertThat(taken()).as("from the top of the three").isEqualTo("\r\u001b[2A\u001b[?25lfour\u001b[K\u001b[J");
        screen.show(List.of("five"));
        assertThat(taken()).isEqualTo("\r\u001b[?25lfive\u001b[K\u001b[J");
    }

    @Test
    void clearedItLeavesNothingAndShowsTheCursor() {
        screen.show(List.of("one", "two"));
        taken();
        screen.clear();
        assertThat(taken()).isEqualTo("\r\u001b[1A\u001b[J\u001b[?25h");
        screen.clear();
        screen.close();
        assertThat(taken()).as("once is enough").isEmpty();
    }

    @Test
    void closedItShowsNothingAnyMore() {
        screen.show(List.of("one"));
        screen.close();
        assertThat(taken()).endsWith("\u001b[J\u001b[?25h");
        screen.show(List.of("two"));
        assertThat(taken()).isEmpty();
    }

    private String taken() {
        String text = bytes.toString();
        bytes.getBuffer().setLength(0);
        return text;
    }
}
