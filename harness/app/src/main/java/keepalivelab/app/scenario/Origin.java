package keepalivelab.app.scenario;

/**
 * Where a scenario comes from.
 *
 * @param document title of the document; empty for an experiment of ours
 * @param experiment its id there; empty for none
 */
public record Origin(String document, String experiment) {}
