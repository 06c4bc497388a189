package keepalivelab.wire;

import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.net.ProtocolFamily;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;

/**
 * Chooses the kind of socket. The JDK's default is an IPv6 socket that also speaks IPv4, which costs the kernel a detour on
 * every call; an IPv4 address gets a plain IPv4 socket, as other servers and clients use.
 */
final class AddressFamily {
    private AddressFamily() {}

    /** IPv6 for IPv6 addresses (and for what is none), IPv4 for all others. */
    static ProtocolFamily of(SocketAddress address) {
        boolean six = address instanceof InetSocketAddress inet && inet.getAddress() instanceof Inet6Address;
        return six ? StandardProtocolFamily.INET6 : StandardProtocolFamily.INET;
    }
}
