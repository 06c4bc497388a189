/**
 * Charts as inline SVG, from one small grammar: a {@link keepalivelab.report.chart.Chart} is panels of one form side by side,
 * a {@link keepalivelab.report.chart.Panel} is marks over two axes, an axis is a scale with a title. It knows no result.
 */
@NullMarked
package keepalivelab.report.chart;

import org.jspecify.annotations.NullMarked;
