package keepalivelab.proxies.embedded;

import java.io.IOException;
import java.io.PrintStream;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import keepalivelab.api.InputException;

/** The embedded proxy's process. One argument: the configuration file. Says {@code listening host:port} when it does. */
public final class EmbeddedMain {
    /** Exit status for a bad configuration. */
    public static final int BAD_CONFIG = 2;
    /** Exit status for a port that is taken. */
    public static final int PORT_TAKEN = 4;
    /** Exit status for a worker that ended by a defect. */
    public static final int DEFECT = 70;

    private static final long HEALTH_CHECK_MILLIS = 200;

    private EmbeddedMain() {}

    /** Runs until it is killed or a worker fails. */
    @SuppressWarnings("SystemOut")
    public static void main(String[] args) throws InterruptedException {
        System.exit(run(args, System.out, System.err));
    }

    private static int run(String[] args, PrintStream out, PrintStream err) throws InterruptedException {
        if (args.length != 1) {
            err.println("one argument expected: the configuration file");
            return BAD_CONFIG;
        }
        Path file = Path.of(args[0]);
        try {
            EmbeddedConfig config = EmbeddedConfig.parse(file.toString(), lines(file));
            return serve(config, out, err);
        } catch (InputException e) {
            err.println(e.getMessage());
            return BAD_CONFIG;
        }
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new InputException("cannot read " + file + ": " + e);
        }
    }

    private static int serve(EmbeddedConfig config, PrintStream out, PrintStream err) throws InterruptedException {
        try (EmbeddedProxy proxy = EmbeddedProxy.start(config, err::println)) {
            Runtime.getRuntime().addShutdownHook(new Thread(proxy::close, "stop"));
            out.println(EmbeddedLog.CONTROL + text(proxy.control()));
            proxy.warm().ifPresent(warm -> out.println(EmbeddedLog.WARM + text(warm)));
            out.println(EmbeddedLog.LISTENING + text(proxy.address()));
            out.flush();
            Throwable failure = awaitFailure(proxy);
            err.println(EmbeddedLog.WORKER_FAILED + failure);
            return DEFECT;
        } catch (BindException e) {
            err.println(EmbeddedLog.PORT_TAKEN + config.listen() + ": " + e.getMessage());
            return PORT_TAKEN;
        } catch (IOException e) {
            err.println("cannot listen on " + config.listen() + ": " + e.getMessage());
            return BAD_CONFIG;
        }
    }

    private static String text(InetSocketAddress address) {
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }

    private static Throwable awaitFailure(EmbeddedProxy proxy) throws InterruptedException {
        // Counted down by nobody: a wait that looks up now and then.
        CountDownLatch never = new CountDownLatch(1);
        while (true) {
            Throwable failure = proxy.failure();
            if (failure != null || never.await(HEALTH_CHECK_MILLIS, TimeUnit.MILLISECONDS)) {
                return Objects.requireNonNull(failure);
            }
        }
    }
}
