package keepalivelab.app.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** CEL costs most of a second to load: what lists and shows scenarios must do without its classes. */
class NoExpressionOnListTest {
    @TempDir
    private Path folder;

    /** Runs inside the loader that has no CEL. */
    public static final class Reading {
        private Reading() {}

        /** Reads, resolves and shows. */
        public static String show(Path file) {
            ScenarioFile.header(file);
            return ScenarioFile.read(file).resolve(Map.of(), List.of()).show();
        }

        /** Compiles. */
        public static Object compile(Path file) {
            return Expectations.compile(ScenarioFile.read(file));
        }
    }

    @Test
    void readingAndShowingLoadNoExpressionEngine() throws Exception {
        Path file = Fixture.write(folder, Fixture.GOOD);
        try (URLClassLoader loader = withoutCel()) {
            Class<?> reading = loader.loadClass(Reading.class.getName());
            Object shown = reading.getMethod("show", Path.class).invoke(null, file);
            assertThat(shown.toString()).startsWith("id: small");
            assertThatThrownBy(() -> reading.getMethod("compile", Path.class).invoke(null, file))
                    .isInstanceOf(InvocationTargetException.class)
                    .hasCauseInstanceOf(NoClassDefFoundError.class);
        }
    }

    private static URLClassLoader withoutCel() throws MalformedURLException {
        List<URL> path = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path", "").split(File.pathSeparator, -1)) {
            if (!entry.contains("/dev/cel/")) {
                path.add(new File(entry).toURI().toURL());
            }
        }
        return new URLClassLoader(path.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }
}
