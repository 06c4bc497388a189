package keepalivelab.proxies.process;

import java.net.InetSocketAddress;
import keepalivelab.api.ProxyPlan;

/** Pieces of text that most native configurations need. */
public final class NativeText {
    private NativeText() {}

    /** {@code 127.0.0.1:8080} or {@code [::1]:8080}. */
    public static String address(InetSocketAddress address) {
        String host = host(address);
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    }

    /** The address without its port and without brackets. */
    public static String host(InetSocketAddress address) {
        return address.getAddress() == null
                ? address.getHostString()
                : address.getAddress().getHostAddress();
    }

    /** Tells this proxy from any other server, another one of ours included, that took the port meanwhile. */
    public static String readyMark(ProxyPlan plan) {
        return Integer.toHexString(plan.directory().toString().hashCode()) + "-"
                + plan.listen().getPort();
    }
}
