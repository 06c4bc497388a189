package keepalivelab.report.chart;

/** A place in the values of a panel's two scales. */
public record Point(double x, double y) {}
