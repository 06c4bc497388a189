package keepalivelab.app.scenario;

/**
 * Cells that are left out, visibly.
 *
 * @param when which; sees {@code params}, {@code axes}, {@code settings} and {@code arm} only
 * @param because the reason that the table shows
 */
public record SkipRule(Expression when, String because) {}
