package keepalivelab.load;

import java.net.InetSocketAddress;
import java.util.regex.Pattern;

/**
 * A plan with everything that differs from arm to arm and from run to run. Immutable.
 *
 * @param plan what is sent
 * @param address where to
 * @param host value of the Host header
 * @param token of the run: request n has the id {@code <token>-<n>}; 1 to 64 letters, digits, {@code . _ -}
 * @param seed of every random choice in this job; equal seeds make equal choices
 */
public record LoadJob(LoadPlan plan, InetSocketAddress address, String host, String token, long seed) {
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    public LoadJob {
        if (!TOKEN.matcher(token).matches()) {
            throw new IllegalArgumentException("token '" + token + "' is not 1 to 64 letters, digits, . _ -");
        }
        if (address.isUnresolved()) {
            throw new IllegalArgumentException("address " + address + " is not resolved");
        }
    }
}
