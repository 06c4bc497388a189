package keepalivelab.report.stats;

/** Natural logarithms of factorials. Stateless. */
final class LogFactorial {
    private static final int SUMMED = 256;
    private static final double[] TABLE = table();

    private LogFactorial() {}

    /** ln(n!), to about 1e-14 of its value: summed for small n, else by Stirling's series to the term of n^-7. */
    static double of(long n) {
        if (n < SUMMED) {
            return TABLE[(int) n];
        }
        double x = n + 1.0;
        double inverse = 1 / x;
        double square = inverse * inverse;
        double series = inverse * (1 / 12.0 - square * (1 / 360.0 - square * (1 / 1260.0 - square / 1680.0)));
        return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + series;
    }

    /** ln of "n choose k". */
    static double choose(long n, long k) {
        return of(n) - of(k) - of(n - k);
    }

    private static double[] table() {
        double[] table = new double[SUMMED];
        for (int n = 1; n < SUMMED; n++) {
            table[n] = table[n - 1] + Math.log(n);
        }
        return table;
    }
}
