package keepalivelab.proxies.nginx;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.OptionalLong;
import keepalivelab.api.ProxyFailedException;
import keepalivelab.api.RunningProxy;
import keepalivelab.proxies.process.GuardedProcess;
import keepalivelab.proxies.process.Signal;

/**
 * A running nginx.
 *
 * @param address where it listens
 * @param process its processes
 * @param errorLog its own log
 */
record NginxProcess(InetSocketAddress address, GuardedProcess process, NginxLog errorLog) implements RunningProxy {
    private static final Duration GRACEFUL_LIMIT = Duration.ofSeconds(5);

    @Override
    public OptionalLong pid() {
        return OptionalLong.of(process.pid());
    }

    @Override
    public boolean pausable() {
        return process.group().members().size() == 1;
    }

    @Override
    public void pause() throws ProxyFailedException {
        if (!process.pause()) {
            throw new ProxyFailedException("nginx cannot be paused", log().tail(), false);
        }
    }

    @Override
    public void resume() {
        process.resume();
    }

    @Override
    public boolean alive() {
        return process.alive();
    }

    @Override
    public LogFindings log() {
        return errorLog.findings();
    }

    /** QUIT: answers what is in flight, closes what is idle, exits. */
    @Override
    public void close() {
        process.stop(Signal.QUIT, GRACEFUL_LIMIT);
    }
}
