package keepalivelab.proxies.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import keepalivelab.api.Installation;
import keepalivelab.api.KnobSettings;
import keepalivelab.api.ProxyPlan;
import keepalivelab.api.Rendering;
import keepalivelab.api.RunningProxy.LogFindings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeProxyTest {
    @TempDir
    Path directory;

    @Test
    void aDefectWhileItStartsLeavesNothingRunning() throws Exception {
        ProxyPlan plan = new ProxyPlan(
                new Installation("toy", "1.0", "/bin/sleep", "given"),
                Optional.empty(),
                KnobSettings.none(),
                FreePorts.loopback(),
                FreePorts.loopback(),
                Optional.empty(),
                directory);
        Rendering rendering = new Rendering(Map.of(), List.of("sleep", "1000"), Map.of(), List.of());
        assertThatThrownBy(() -> NativeProxy.start(plan, rendering, new Defective()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("a defect of a driver");
        long pid =
                Long.parseLong(Files.readString(directory.resolve("proxy.pid")).trim());
        assertThat(new ProcessGroup(pid).members()).isEmpty();
    }

    /** Asking it whether it is ready is a defect. */
    private record Defective() implements NativeLife {
        @Override
        public String name() {
            return "toy 1.0";
        }

        @Override
        public boolean ready() {
            throw new IllegalStateException("a defect of a driver");
        }

        @Override
        public boolean saysPortTaken() {
            return false;
        }

        @Override
        public LogFindings log() {
            return new LogFindings(OptionalLong.empty(), List.of(), List.of());
        }
    }
}
