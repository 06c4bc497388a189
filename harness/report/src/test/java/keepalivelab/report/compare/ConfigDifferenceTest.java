package keepalivelab.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ConfigDifferenceTest {
    @Test
    void portsAndFoldersOfOneStartAreNoDifference() {
        String base = "pid \"/tmp/keepalive-lab-1/nginx.pid\";\nserver 127.0.0.1:4000;\n  keepalive 8;\n";
        String candidate = "pid \"/tmp/keepalive-lab-2/nginx.pid\";\nserver 127.0.0.1:5000;\n    keepalive 16;\n\n";
        assertThat(ConfigDifference.of(base, candidate)).containsExactly("- keepalive 8;", "+ keepalive 16;");
        assertThat(ConfigDifference.of(base, base)).isEmpty();
    }

    @Test
    void aLineThatMovesIsToldOnceOnEachSide() {
        assertThat(ConfigDifference.of("a\nb\nc\n", "b\nc\na\n")).containsExactly("- a", "+ a");
        assertThat(ConfigDifference.of("", "a\n")).containsExactly("+ a");
    }
}
