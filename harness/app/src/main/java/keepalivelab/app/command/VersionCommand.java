package keepalivelab.app.command;

import keepalivelab.app.run.ToolVersion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code run-scenario version}. */
@Command(
        name = "version",
        mixinStandardHelpOptions = true,
        headerHeading = "Examples:%n  run-scenario version%n%n",
        description = "Shows the version of this tool and of the Java it runs on.")
public final class VersionCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().getOut().println(text());
    }

    private static String text() {
        return "run-scenario " + ToolVersion.VERSION + " (" + ToolVersion.commit() + "), Java "
                + Runtime.version().feature();
    }

    /** For {@code --version}. */
    static final class Provider implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {text()};
        }
    }
}
