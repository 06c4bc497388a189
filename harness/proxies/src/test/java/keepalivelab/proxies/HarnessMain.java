package keepalivelab.proxies;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import keepalivelab.api.RunningProxy;

/** A harness in miniature, run as a JVM of its own so that a test can kill it: starts one proxy and waits. */
final class HarnessMain {
    private HarnessMain() {}

    /** Arguments: the proxy's word, the backend's port, the folder. Prints the proxy's process id. */
    @SuppressWarnings("SystemOut")
    public static void main(String[] args) throws Exception {
        InetSocketAddress upstream = new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[1]));
        RunningProxy proxy = StartedProxy.of(args[0], upstream, Path.of(args[2]));
        System.out.println(proxy.pid().orElseThrow());
        Thread.currentThread().join();
    }
}
