package keepalivelab.report;

import java.util.Collection;
import java.util.stream.Collectors;

/** A share as one character of eight heights, so that a row of them is a small chart. The number always stands beside it. */
public enum StepBar {
    /** For a terminal that shows Unicode. */
    BLOCKS("▁▂▃▄▅▆▇█"),
    /** For any other. */
    ASCII(".:-=+*#@");

    private final String steps;

    StepBar(String steps) {
        this.steps = steps;
    }

    /**
     * The character of a share.
     *
     * @param share 0 to 1; what lies outside is taken for the nearer end
     * @return a blank for exactly nothing and the highest step for exactly all, so that neither is ever only nearly so
     */
    public char of(double share) {
        if (!(share > 0)) {
            return ' ';
        }
        int top = steps.length() - 1;
        return steps.charAt(share >= 1 ? top : (int) (share * top));
    }

    /** One character per value, all as shares of the largest; blank for values that are all 0. */
    public String line(Collection<? extends Number> values) {
        double most = values.stream().mapToDouble(Number::doubleValue).max().orElse(0);
        return values.stream()
                .map(value -> String.valueOf(most > 0 ? of(value.doubleValue() / most) : ' '))
                .collect(Collectors.joining());
    }
}
