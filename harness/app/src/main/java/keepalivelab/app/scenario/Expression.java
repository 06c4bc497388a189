package keepalivelab.app.scenario;

/**
 * A CEL expression as it stands in a scenario. It is text here; only {@link Expectations} compiles it.
 *
 * @param text the expression
 * @param file the scenario's file, for messages
 * @param line its line in the file, from 1
 */
public record Expression(String text, String file, int line) {
    /** {@code file:line}. */
    public String position() {
        return file + ":" + line;
    }
}
