package keepalivelab.app;

import java.nio.file.Path;

/** The folder of this installation: scenarios are read and results written below it. */
public final class Home {
    private static final String PROPERTY = "keepalivelab.home";

    private Home() {}

    /** The folder that the launcher names; the working directory where nobody does. */
    public static Path path() {
        return Path.of(System.getProperty(PROPERTY, ".")).toAbsolutePath().normalize();
    }

    /** {@code results/runs} of the installation, where runs go unless {@code --out} says otherwise. */
    public static Path runs() {
        return path().resolve("results").resolve("runs");
    }

    /** {@code results/baselines} of the installation: the committed counts that a gate compares with. */
    public static Path baselines() {
        return path().resolve("results").resolve("baselines");
    }
}
