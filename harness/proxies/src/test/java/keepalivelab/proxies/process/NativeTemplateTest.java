package keepalivelab.proxies.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;

class NativeTemplateTest {
    @Test
    void gapsAreFilledLiterally() {
        NativeTemplate template = new NativeTemplate("listen @pool.max-idle@ in @dir@;\n");
        assertThat(template.fill(Map.of("pool.max-idle", "8", "dir", "a$1\\b"))).isEqualTo("listen 8 in a$1\\b;\n");
    }

    @Test
    void aLineWithNothingButEmptyGapsIsLeftOutAndABlankOneStays() {
        NativeTemplate template = new NativeTemplate("a\n    @none@\n\nb@none@\n");
        assertThat(template.fill(Map.of("none", ""))).isEqualTo("a\n\nb\n");
    }

    @Test
    void aGapWithoutAValueIsAnError() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new NativeTemplate("@typo@").fill(Map.of()))
                .withMessageContaining("@typo@");
    }
}
