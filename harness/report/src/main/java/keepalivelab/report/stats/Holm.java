package keepalivelab.report.stats;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Holm's step-down correction (Scandinavian Journal of Statistics 6, 1979): the chance of even one false rejection among
 * several tests stays below alpha, whatever they have to do with each other. Stateless.
 */
public final class Holm {
    private Holm() {}

    /**
     * What each p is compared with, in the order of the arguments: {@code p <= limit} rejects. The smallest p meets alpha/m,
     * the next alpha/(m-1), and so on; from the first that is not rejected on, all meet that one's limit.
     *
     * @param p one per test, in [0, 1]
     * @param alpha for all of them together
     */
    public static double[] limits(double[] p, double alpha) {
        int[] order = IntStream.range(0, p.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> p[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        double[] limits = new double[p.length];
        int left = p.length;
        boolean rejecting = true;
        for (int test : order) {
            limits[test] = alpha / left;
            rejecting = rejecting && p[test] <= limits[test];
            left -= rejecting ? 1 : 0;
        }
        return limits;
    }
}
